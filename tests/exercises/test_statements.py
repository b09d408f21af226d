"""What learners read agrees with what is graded: examples, signatures and tables, in both languages."""

from __future__ import annotations

import ast
import doctest
import inspect
import re

import numpy as np
import pytest
from latex2mathml.converter import convert

from exercises import registry
from grader.model import Exercise, Text

EXERCISES = registry.all_exercises()
EXAMPLES = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def by_slug(exercise: Exercise) -> str:
    return exercise.slug


def texts_of(exercise: Exercise) -> list[Text]:
    beliefs = [misconception.text for misconception in exercise.misconceptions]
    cases = [case.name for case in exercise.make_cases(np.random.default_rng(0))]
    return [exercise.title, exercise.statement, *exercise.hints, *beliefs, *cases]


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_worked_example_is_what_the_reference_gives(exercise: Exercise, locale: str):
    examples = "\n".join(EXAMPLES.findall(exercise.statement[locale]))
    names = {"np": np, exercise.entry_point: exercise.reference}
    test = doctest.DocTestParser().get_doctest(examples, names, exercise.slug, None, 0)
    assert len(test.examples) >= 2
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert not complaints, "".join(complaints)


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_both_languages_show_the_same_examples_formulas_and_shapes(exercise: Exercise):
    en, ja = exercise.statement.en, exercise.statement.ja
    assert EXAMPLES.findall(en) == EXAMPLES.findall(ja)
    assert re.findall(r"\$\$(.+?)\$\$", en, re.DOTALL) == re.findall(r"\$\$(.+?)\$\$", ja, re.DOTALL)
    assert set(CODE.findall(EXAMPLES.sub("", en))) - set(CODE.findall(EXAMPLES.sub("", ja))) <= {
        "(batch, 1 or tgt_len, src_len)",  # the "or" is a word
        "batch, num_heads",
        "key`, `value",
    }
    assert en.count("\n- ") == ja.count("\n- ")
    assert en.count("\n#") == ja.count("\n#")


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_every_formula_can_be_set(exercise: Exercise):
    for locale in ("en", "ja"):
        formulas = [block or inline for block, inline in FORMULA.findall(EXAMPLES.sub("", exercise.statement[locale]))]
        assert formulas
        for latex in formulas:
            assert "<math" in convert(latex)


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_statement_starters_and_reference_have_one_signature(exercise: Exercise):
    declared = [(parameter.name, parameter.has_default) for parameter in exercise.parameters]
    for statement in (exercise.statement.en, exercise.statement.ja):
        found = re.search(rf"`({exercise.entry_point}\(.*?\))`", statement)
        assert found
        assert _signature(f"def {found[1]}: ...") == declared
    for source in exercise.starters.values():
        assert _signature(source) == declared
    accepted = inspect.signature(getattr(exercise.reference, "run", exercise.reference)).parameters.values()
    assert [(one.name, one.default is not one.empty) for one in accepted] == declared


def _signature(source: str) -> list[tuple[str, bool]]:
    function = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    names = [argument.arg for argument in function.args.args]
    first_default = len(names) - len(function.args.defaults)
    return [(name, place >= first_default) for place, name in enumerate(names)]


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_starters_state_every_shape_and_give_nothing_away(exercise: Exercise):
    for framework, source in exercise.starters.items():
        assert f"import {framework}" in source
        assert "result:" in source
        body = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)).body
        assert len(body) == 2  # docstring and `...`


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_every_text_is_written_in_both_languages(exercise: Exercise):
    for text in texts_of(exercise):
        assert not JAPANESE.search(text.en), text.en
        if text.ja not in {"Multi-Head Attention", "bfloat16"}:  # names that the field does not translate
            assert JAPANESE.search(text.ja), text.ja


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_japanese_follows_the_glossary(exercise: Exercise):
    for text in texts_of(exercise):
        assert not re.search(r"誤答|間違|[，．]", text.ja), text.ja
        assert not re.search(r"[０-９Ａ-Ｚａ-ｚ]", text.ja), text.ja
    for misconception in exercise.misconceptions:
        assert re.search(
            r"(です|ます|でしょうか|ましょう|ますか|ですか|せんか|ました|ましたか)。$", misconception.text.ja
        )


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_texts_of_misconceptions_neither_scold_nor_hold_code(exercise: Exercise):
    for misconception in exercise.misconceptions:
        text = misconception.text
        assert not re.search(r"\b(oops|wrong|mistake|stupid|simply|just|obviously)\b", text.en, re.IGNORECASE), text.en
        assert not re.search(r"(reshape|transpose|permute|view|softmax)\(", text.en + text.ja)
