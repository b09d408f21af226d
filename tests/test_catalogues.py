"""The site's own words: every text of a template or a view stands in the Japanese catalogue, translated."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests import servers

ROOT = Path(__file__).resolve().parent.parent
JAPANESE = ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")


def _catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="ja")


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _texts(value: str | tuple[str, ...] | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


@pytest.fixture(scope="module")
def japanese() -> Catalog:
    return _catalogue(JAPANESE)


def test_every_text_is_translated_and_none_is_a_guess(japanese: Catalog) -> None:
    messages = _messages(japanese)
    assert len(messages) > 100
    assert [message.id for message in messages if not all(_texts(message.string)) or message.fuzzy] == []


def test_translations_keep_the_placeholders(japanese: Catalog) -> None:
    for message in _messages(japanese):
        wanted = {name for text in _texts(message.id) for name in PLACEHOLDER.findall(text)}
        for text in _texts(message.string):
            assert set(PLACEHOLDER.findall(text)) == wanted, message.id


def test_the_catalogue_holds_exactly_what_the_site_says(japanese: Catalog, tmp_path: Path) -> None:
    if shutil.which("xgettext") is None:
        servers.absent("GNU gettext")
    site = tmp_path / "site"
    shutil.copytree(ROOT / "mha_course", site / "mha_course", ignore=shutil.ignore_patterns("static", "*.pyc"))
    (site / "locale").mkdir()
    extract = [sys.executable, "-m", "django", "makemessages", "--locale", "ja", "--no-location", "--verbosity", "0"]
    subprocess.run(extract, cwd=site, check=True, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
    found = _catalogue(site / "locale" / "ja" / "LC_MESSAGES" / "django.po")
    said = {(message.context, *_texts(message.id)) for message in _messages(found)}
    kept = {(message.context, *_texts(message.id)) for message in _messages(japanese)}
    assert sorted(map(str, said - kept)) == []
    assert sorted(map(str, kept - said)) == []
