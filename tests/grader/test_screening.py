"""What is refused before anything runs, each with its reason and line, and what is let through."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from grader.errors import UsageError
from grader.model import Exercise, Parameter
from grader.screening import Rejection, Screened, screen
from tests.grader.scripted import case, doubling


def rejected(source: str | bytes, exercise: Exercise | None = None) -> Rejection:
    result = screen(source, exercise or doubling())
    assert isinstance(result, Rejection)
    return result


def accepted(source: str | bytes, exercise: Exercise | None = None) -> Screened:
    result = screen(source, exercise or doubling())
    assert isinstance(result, Screened), result
    return result


@pytest.mark.parametrize(
    ("source", "finding", "line"),
    [
        ("x = 1\ndef double(x)\n    return x\n", "rejected.syntax", 2),
        (b"# fine\n# \xff\xfe\n", "rejected.not_utf8", 2),
        ("# a lone half of a pair: \ud800\n", "rejected.not_utf8", 1),
        ("x = 1\n\0\n", "rejected.nul_bytes", 2),
        ("class Holder:\n    def double(self, x):\n        return x\n", "rejected.nested_entry_point", 2),
        ("\n\ndef double():\n    pass\n", "rejected.parameters", 3),
    ],
)
def test_a_reason_names_its_line(source: str | bytes, finding: str, line: int) -> None:
    found = rejected(source).finding
    assert (found.id, found.parameters["line"]) == (finding, line)


@pytest.mark.parametrize("source", ["", "  \n\t\n", b"\xef\xbb\xbf"])
def test_nothing_is_not_a_program(source: str | bytes) -> None:
    assert rejected(source).finding.id == "rejected.empty"


def test_the_limit_of_size_is_the_exercises_own_and_counts_bytes() -> None:
    kept = "def double(x): return x\n"
    exactly = kept + "#" * (64 * 1024 - len(kept))
    assert accepted(exactly)
    assert rejected(exactly + "#").finding.parameters == {"size_kib": 65, "limit_kib": 64}
    assert rejected(kept + "#" + "あ" * (22 * 1024)).finding.id == "rejected.too_large"
    assert rejected("#" * 1_000_000).finding.id == "rejected.too_large"


@pytest.mark.parametrize(
    "source", ["x = " + "-" * 60_000 + "1", "x = " + "(" * 5_000 + ")" * 5_000, "x" + ".a" * 20_000]
)
def test_deep_nesting_is_a_verdict_and_never_an_exception(source: str) -> None:
    assert rejected(source).finding.id in ("rejected.too_deep", "rejected.syntax", "rejected.no_entry_point")


@pytest.mark.parametrize(
    "source",
    [
        "def double(x): return x",
        "def double(y, /): return y",
        "def double(*arrays): return arrays[0]",
        "def double(x, *, scale=2): return x",
        "def double(x, scale=2, **more): return x",
        "double = lambda x: x",
        "from operator import neg as double",
        "import operator as double",
        "from helpers import *",
        "first, double = 1, abs",
        "double: object = abs",
        "if True:\n    def double(x): return x",
        "try:\n    import missing\nexcept ImportError:\n    def double(x): return x",
        "class double:\n    def __init__(self, x): pass",
        "def wrap(f): return f\n@wrap\ndef double(): pass",
        "def double(): pass\ndef double(x): return x",
        "\ufeffdef double(x): return x",
        "def double(x):\n    return '\\d'",
    ],
)
def test_every_way_to_define_the_entry_point_is_seen(source: str) -> None:
    assert accepted(source)


@pytest.mark.parametrize(
    "source",
    [
        "def double(): return 1",
        "def double(x, y): return x",
        "def double(*, x): return x",
        "def double(x, *, y): return x",
        "def double(x): return x\ndef double(): return 1",
    ],
)
def test_a_signature_that_cannot_take_the_call_is_refused(source: str) -> None:
    finding = rejected(source).finding
    assert finding.id == "rejected.parameters"
    assert finding.parameters["signature"] == "double(x)"


@pytest.mark.parametrize("parameters", ["x, *, axis=-1", "x, axis=-1, /"])
def test_a_star_or_slash_is_refused_where_only_hidden_calls_show_it(parameters: str) -> None:
    is_by_name = "/" in parameters

    def make_cases(rng: object) -> list:
        numbers = np.ones((2, 2))
        by_position, by_name = case(numbers, args=(numbers, 0)), case(numbers, args=(numbers,), kwargs={"axis": 0})
        seen, unseen = (by_position, by_name) if is_by_name else (by_name, by_position)
        return [seen, dataclasses.replace(unseen, visible=False)]

    exercise = doubling(parameters=(Parameter("x"), Parameter("axis", has_default=True)), make_cases=make_cases)
    assert rejected(f"def double({parameters}): pass", exercise).finding.id == "rejected.star_or_slash"
    assert accepted("def double(x, axis=-1, *, extra=1): pass", exercise)


def test_names_matter_only_where_the_cases_call_by_name() -> None:
    def make_cases(rng: object) -> list:
        return [case(np.ones((2, 2)), kwargs={"axis": 0})]

    exercise = doubling(parameters=(Parameter("x"), Parameter("axis", has_default=True)), make_cases=make_cases)
    assert accepted("def double(anything, axis=-1): pass", exercise)
    assert rejected("def double(x, dim=-1): pass", exercise).finding.parameters["signature"] == "double(x, axis=…)"


def test_a_missing_entry_point_says_what_to_define() -> None:
    finding = rejected("def doubel(x): return x").finding
    assert finding.id == "rejected.no_entry_point"
    assert finding.parameters == {"name": "double", "signature": "double(x)"}


@pytest.mark.parametrize(
    ("source", "framework"),
    [
        ("import numpy as np\ndef double(x): return x", "numpy"),
        ("import torch\ndef double(x): return x", "torch"),
        ("def double(x):\n    from torch import nn\n    return x", "torch"),
        ("import torch.nn.functional as F\ndef double(x): return x", "torch"),
        ("from .torch import x\ndef double(x): return x", "numpy"),
        ("# import torch\ndef double(x): return x", "numpy"),
    ],
)
def test_the_framework_is_torch_if_the_source_imports_torch(source: str, framework: str) -> None:
    assert accepted(source).framework == framework


def test_an_exercise_for_one_framework_is_run_in_it() -> None:
    assert accepted("def double(x): return x", doubling(frameworks=("torch",))).framework == "torch"


def test_an_unknown_framework_is_the_callers_fault() -> None:
    with pytest.raises(UsageError, match="numpy or torch"):
        screen("def double(x): return x", doubling(), "jax")
    with pytest.raises(UsageError):
        screen("", dataclasses.replace(doubling(), frameworks=("torch",)), "numpy")
