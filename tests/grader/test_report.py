"""Version 1 as it is stored, and as it reads in both languages."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

import numpy as np
import pytest

from grader import messages
from grader.grading import grade
from grader.model import LearnerError, RunEnd, SandboxRun
from grader.report import MAX_ERROR_MESSAGE, MAX_STDOUT, render, to_json
from grader.verdicts import Verdict
from tests.grader.scripted import ScriptedSandbox, case, doubling, nothing

SOURCE = "def double(x):\n    return 2 * x\n"


def stored(program: Any = None, *, exercise: Any = None, source: str = SOURCE, edit: Any = None, **more: Any) -> dict:
    sandbox = ScriptedSandbox(**{key: part for key, part in (("program", program), ("edit", edit)) if part})
    report = grade(exercise or doubling(), source, sandbox=sandbox, seed=1, device="cpu", **more)
    return to_json(report)


def rendered(locale: str, *arguments: Any, **more: Any) -> dict:
    return render(stored(*arguments, **more), more.get("exercise") or doubling(), locale)


def raising(message: str, kind: type[ArithmeticError] = ArithmeticError) -> Any:
    def program(x: np.ndarray) -> np.ndarray:
        raise kind(message)

    return program


def test_the_keys_of_version_1_are_there() -> None:
    report = stored(lambda x: 3 * x)
    assert report["version"] == 1
    assert set(report) >= {
        "exercise", "exercise_digest", "framework", "device", "verdict", "points", "max_points", "cases", "diagnoses",
        "quiz", "hints", "stdout", "timing_ms", "sandbox_layers",
    }  # fmt: skip
    visible = report["cases"][0]
    assert set(visible["comparison"]) >= {
        "output", "expected_shape", "actual_shape", "axes", "expected_dtype", "actual_dtype", "mismatched", "total",
        "max_abs_error", "allowed_error", "first_mismatch", "excerpt", "error_map", "findings",
    }  # fmt: skip
    assert visible["name"] == {"en": "case case-0", "ja": "ケース case-0"}
    assert report["diagnoses"] == [{"misconceptions": ["triples"], "equivalent": [], "concept": "doubling"}]
    assert set(report["timing_ms"]) == {"total", "sandbox"}


def test_quiz_items_are_the_callers() -> None:
    report = grade(doubling(), SOURCE, sandbox=ScriptedSandbox(), seed=1)
    assert to_json(report, quiz=["d-k/item-1"])["quiz"] == ["d-k/item-1"]


def test_hidden_cases_show_a_verdict_and_nothing_else() -> None:
    for program in (lambda x: 3 * x, raising("the hidden input was 0.123"), lambda x: x.tolist()):
        hidden = [one for one in stored(program)["cases"] if not one["visible"]]
        assert len(hidden) == 2
        assert all(set(one) == {"visible", "verdict"} for one in hidden)


@pytest.mark.parametrize("stray", [np.nan, np.inf, -np.inf])
def test_a_report_is_json_without_nan(stray: float) -> None:
    report = stored(lambda x: np.where(x > 0, stray, 2 * x))
    text = json.dumps(report, allow_nan=False)
    assert json.loads(text) == report
    assert f'"{stray}"' in text, "the excerpt says what stood there"
    json.dumps(render(report, doubling(), "ja"), allow_nan=False)


def test_what_is_stored_is_bounded() -> None:
    def enormous(run: SandboxRun) -> SandboxRun:
        error = LearnerError("E" * 10_000, "m" * 100_000, line=1, frames=((1, "f" * 10_000),) * 500)
        outcomes = [dataclasses.replace(one, returned=None, error=error) for one in run.outcomes]
        return dataclasses.replace(run, outcomes=tuple(outcomes), stdout="s" * 1_000_000)

    report = stored(edit=enormous)
    assert len(report["stdout"]) == MAX_STDOUT
    assert report["is_stdout_truncated"]
    assert len(report["cases"][0]["error"]["message"]) == MAX_ERROR_MESSAGE
    assert len(json.dumps(report)) < 100_000

    many = doubling(make_cases=lambda rng: [case(rng.standard_normal((6, 7, 50, 60)), reduction=1)])
    assert len(json.dumps(stored(lambda x: 3 * x, exercise=many))) < 150_000


def test_rendering_leaves_what_is_stored_as_it_is() -> None:
    report = stored(lambda x: 3 * x)
    before = json.dumps(report)
    render(report, doubling(), "ja")
    assert json.dumps(report) == before


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_text_is_in_the_readers_language(locale: str) -> None:
    report = rendered(locale, lambda x: 3 * x)
    assert report["cases"][0]["name"] == ("ケース case-0" if locale == "ja" else "case case-0")
    texts = [report["headline"], report["next_step"], report["summary"], *report["text"].values()]
    texts += [finding["text"] for finding in report["cases"][0]["comparison"]["findings"]]
    texts += [report["diagnoses"][0]["text"], report["cases"][0]["text"]]
    has_japanese = [bool(re.search(r"[\u3040-\u30ff]", text)) for text in texts]
    assert all(has_japanese) if locale == "ja" else not any(has_japanese)


def test_the_headline_says_the_cause_where_it_is_known() -> None:
    assert rendered("en", lambda x: 3 * x)["headline"] == "Right shape, wrong numbers. Your numbers are tripled."
    assert rendered("ja", lambda x: 3 * x)["headline"] == "形状は合っていますが、値が違います。3 倍になっています。"


def test_the_headline_of_an_error_names_its_line() -> None:
    report = rendered("en", raising("that failed"))
    assert report["headline"] == "Your code stopped with `ArithmeticError` in line 2."


def test_the_headline_of_a_rejection_says_why() -> None:
    assert "line 1" in rendered("en", source="def double(")["headline"]
    assert rendered("en", source="def double(")["summary"] == "No case was run."


def test_visible_and_hidden_cases_are_counted_apart() -> None:
    def visible_right(x: np.ndarray) -> np.ndarray:
        return 2 * x if x.shape in ((2, 3), (3, 2)) else 3.5 * x

    report = rendered("en", visible_right)
    assert report["summary"] == "Visible cases: 2 of 2 right. Hidden cases: 0 of 2 right."
    assert report["headline"] == "All visible cases are right; some hidden ones are not (Wrong values)."
    assert "one head" in report["next_step"]


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_a_cause_is_the_next_step_even_if_only_hidden_cases_fail(locale: str) -> None:
    def visible_right(x: np.ndarray) -> np.ndarray:
        return 2 * x if x.shape in ((2, 3), (3, 2)) else 3.5 * x

    report = stored(visible_right)
    report["diagnoses"] = [{"misconceptions": ["triples"], "equivalent": [], "concept": "doubling"}]
    assert render(report, doubling(), locale)["next_step"] == messages.message("next_step.diagnosed", locale)


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_two_causes_are_introduced_as_two(locale: str) -> None:
    report = stored(lambda x: 3 * x)
    report["diagnoses"] = [{"misconceptions": ["triples", "squares"], "equivalent": [], "concept": "doubling"}]
    read = render(report, doubling(), locale)
    lead, first, second = read["diagnoses"][0]["text"].split("\n\n")
    assert lead == messages.message("diagnosis.several", locale)
    assert read["next_step"] == messages.message("next_step.several", locale)
    report["diagnoses"][0]["equivalent"] = ["squares"]
    read = render(report, doubling(), locale)
    assert read["diagnoses"][0]["text"] == first != second
    assert read["next_step"] == messages.message("next_step.diagnosed", locale)


def test_visible_only_never_reads_as_accepted_for_good() -> None:
    report = rendered("en", visible_only=True)
    assert report["headline"] == "All visible cases are right. Hidden cases were not run."


@pytest.mark.parametrize(
    ("type_", "message", "id_"),
    [
        ("RuntimeError", "view size is not compatible with input tensor's size and stride", "view_not_compatible"),
        ("ValueError", "axes don't match array", "axes_do_not_match"),
        ("ValueError", "shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)", "shapes_not_aligned"),
        ("ValueError", "matmul: Input operand 1 has a mismatch in its core dimension 0", "shapes_not_aligned"),
        ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)", "shapes_not_aligned"),
        ("ValueError", "operands could not be broadcast together with shapes (2,3) (4,)", "not_broadcastable"),
        ("RuntimeError", "The size of tensor a (3) must match the size of tensor b (4)", "batch_mismatch"),
        ("ValueError", "cannot reshape array of size 12 into shape (5,)", "cannot_reshape"),
        ("RuntimeError", "shape '[5]' is invalid for input of size 12", "cannot_reshape"),
        ("AttributeError", "'Tensor' object has no attribute 'astype'", "numpy_on_tensor"),
        ("AttributeError", "'numpy.ndarray' object has no attribute 'permute'", "tensor_on_numpy"),
        ("TypeError", "double() got an unexpected keyword argument 'axis'", "keyword_argument"),
        ("TypeError", "double() takes 1 positional argument but 2 were given", "positional_arguments"),
        ("TypeError", "unsupported operand type(s) for -: 'Tensor' and 'torch.return_types.max'", "pair_for_tensor"),
        ("TypeError", "'float' object cannot be interpreted as an integer", "float_for_int"),
        (
            "TypeError",
            "view(): argument 'size' must be tuple of ints, but found element of type float",
            "float_for_int",
        ),
        ("ValueError", "too many values to unpack (expected 3)", "unpacking"),
        ("ValueError", "all input arrays must have the same shape", "unequal_shapes"),
        ("ValueError", "The truth value of an array with more than one element is ambiguous", "truth_of_array"),
        ("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous", "truth_of_array"),
        ("TypeError", "numpy boolean subtract, the `-` operator, is not supported", "bool_minus"),
        ("RuntimeError", "Subtraction, the `-` operator, with a bool tensor is not supported.", "bool_minus"),
        ("RuntimeError", "Can't call numpy() on Tensor that requires grad.", "requires_grad"),
        ("TypeError", "bad operand type for unary ~: 'NoneType'", "none_used"),
        ("NameError", "name 'np' is not defined", "name"),
        ("RecursionError", "maximum recursion depth exceeded", "recursion"),
    ],
)
def test_well_known_errors_are_explained_in_both_languages(type_: str, message: str, id_: str) -> None:
    def failed(run: SandboxRun) -> SandboxRun:
        error = LearnerError(type_, message, line=3)
        outcomes = [dataclasses.replace(one, returned=None, error=error) for one in run.outcomes]
        return dataclasses.replace(run, outcomes=tuple(outcomes))

    for locale in ("en", "ja"):
        report = rendered(locale, edit=failed)
        explanation = messages.message(f"error.{id_}", locale)
        assert report["cases"][0]["error"]["text"] == explanation
        assert report["next_step"] == explanation


@pytest.mark.parametrize("end", [end for end in RunEnd if end is not RunEnd.COMPLETED])
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_end_of_a_run_can_be_read(end: RunEnd, locale: str) -> None:
    def ended(run: SandboxRun) -> SandboxRun:
        return dataclasses.replace(run, end=end, outcomes=tuple(nothing(len(run.outcomes))))

    report = rendered(locale, edit=ended)
    assert report["headline"]
    assert report["findings"][0]["text"]


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_can_be_read(verdict: Verdict) -> None:
    report = stored(lambda x: 3.5 * x)
    report["verdict"] = verdict.value
    for locale in ("en", "ja"):
        assert "{" not in json.dumps(render(report, doubling(), locale)["text"])[1:]


def test_a_diagnosis_that_the_exercise_no_longer_has_reads_as_its_id() -> None:
    report = stored(lambda x: 3 * x)
    assert render(report, doubling(misconceptions=()), "en")["diagnoses"][0]["text"] == "triples"


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_what_learners_name_is_code_and_cannot_end_it(locale: str) -> None:
    named = type("` [log in again](https://example.org/) `", (ArithmeticError,), {})
    code = "'" + named.__name__[1:-1] + "'"
    assert f"`{code}`" in rendered(locale, raising("", named))["headline"]
    source = "def double(a, b, c='[log in again](https://example.org/)', d='`'):\n    return a\n"
    finding = rendered(locale, source=source)["findings"][0]
    assert "example.org" in finding["text"]
    assert "example.org" not in re.sub(r"`[^`]*`", "", finding["text"])
