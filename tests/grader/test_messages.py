"""Every id that the code uses has a text; both languages are there and take the same parameters."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from grader import messages
from grader.model import RunEnd
from grader.sandbox import layers
from grader.verdicts import Verdict
from grader.wording import _KNOWN_ERRORS, _KNOWN_TYPES

GRADER = Path(messages.__file__).parent
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def finding_ids() -> set[str]:
    """Every literal first argument of `Finding(...)` in the engine."""
    ids = set()
    for path in GRADER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    ids.add(first.value)
    return ids


def finding_parameters() -> dict[str, set[str]]:
    """The parameters that the code gives each finding where they are written as a literal mapping."""
    given: dict[str, set[str]] = {}
    for path in GRADER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_finding = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding"
            if not is_finding or not isinstance(node.args[0], ast.Constant):
                continue
            if len(node.args) == 1:
                given.setdefault(node.args[0].value, set())
            elif isinstance(node.args[1], ast.Dict) and all(key is not None for key in node.args[1].keys):
                given[node.args[0].value] = {key.value for key in node.args[1].keys}
    return given


@pytest.mark.parametrize("id_", sorted(messages.ids()))
def test_both_languages_say_it_with_the_same_parameters(id_: str) -> None:
    text = messages.text(id_)
    assert text.en
    assert text.ja
    assert placeholders(text.en) == placeholders(text.ja)
    assert not JAPANESE.search(text.en)
    if not id_.startswith("headline.joined"):
        assert JAPANESE.search(text.ja)
    assert not re.search(r"[、。]\s*[,.]|[,.]\s*$", text.ja), "Japanese ends in Japanese punctuation"
    assert not re.search(r"\boops|\bsorry|\bsimply|\beasy", text.en, re.IGNORECASE)


def test_every_finding_has_a_text() -> None:
    ids = finding_ids()
    assert len(ids) > 40
    assert {f"finding.{id_}" for id_ in ids} <= messages.ids()


def test_every_parameter_of_a_findings_text_is_given_by_the_code() -> None:
    for id_, given in finding_parameters().items():
        assert placeholders(messages.text(f"finding.{id_}").en) <= given, id_


def test_every_end_of_a_run_has_a_text() -> None:
    assert {f"finding.end.{end.value}" for end in RunEnd if end is not RunEnd.COMPLETED} <= messages.ids()


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_its_five_texts(verdict: Verdict) -> None:
    parts = ("label", "headline", "shows", "means", "next")
    assert {f"verdict.{verdict}.{part}" for part in parts} <= messages.ids()


def test_every_known_error_is_explained() -> None:
    names = [name for name, _ in _KNOWN_ERRORS] + list(_KNOWN_TYPES.values())
    assert {f"error.{name}" for name in names} <= messages.ids()


def test_every_layer_has_a_remedy() -> None:
    there = {id_ for id_ in messages.ids() if id_.startswith("layer.")}
    assert there == {f"layer.{name}.remedy" for name in (*layers.ALL, "platform")}


def test_every_literal_id_in_the_engine_exists() -> None:
    used = set()
    for path in GRADER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message":
                used |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    whole = {id_ for id_ in used if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", str(id_))}
    assert whole
    assert whole <= messages.ids()


def test_parameters_read_well_in_each_language() -> None:
    assert "(5,)" in messages.message("finding.type.array_for_number", "en", expected="int", shape=[5])
    axes = {"axes": ["batch", "num_heads"]}
    assert "batch, num_heads have" in messages.message("finding.shape.axes_swapped", "en", **axes)
    assert "batch、num_heads" in messages.message("finding.shape.axes_swapped", "ja", **axes)
    assert "0.378 times" in messages.message("finding.values.constant_factor", "en", factor=0.377964)


def test_an_unknown_id_or_a_missing_parameter_is_our_fault() -> None:
    with pytest.raises(KeyError):
        messages.message("verdict.splendid.label", "en")
    with pytest.raises(KeyError):
        messages.message("finding.shape.repair", "en")
