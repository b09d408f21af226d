"""Whatever a learner sends has a verdict, and words in both languages that say what to do about it."""

from __future__ import annotations

import re

import pytest

from grader.model import GradeReport
from grader.report import render, to_json
from grader.verdicts import Verdict
from tests.attacks.arena import Arena

pytestmark = pytest.mark.attack

_JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
_HONEST_BODY = """
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
"""
_HONEST = "def split_heads(x, num_heads):" + _HONEST_BODY

REJECTED: dict[str, str | bytes] = {
    "syntax error": "def split_heads(x, num_heads)\n    return x\n",
    "half a program": "def split_heads(x, num_heads):\n    return (x",
    "bad indentation": "def split_heads(x, num_heads):\nreturn x\n",
    "tabs among spaces": "def split_heads(x, num_heads):\n        y = x\n\treturn y\n",
    "python 2": "def split_heads(x, num_heads):\n    print x\n",
    "nothing": "",
    "only spaces": "   \n\n\t\n",
    "only a comment": "# my answer\n",
    "prose": "I do not know how to split the heads.",
    "missing entry point": "def heads(x, num_heads):" + _HONEST_BODY,
    "entry point in other letters": "def Split_Heads(x, num_heads):" + _HONEST_BODY,
    "entry point inside a function": "def outer():\n    def split_heads(x, num_heads):\n        return x\n",
    "too few parameters": "def split_heads(x):\n    return x\n",
    "too many parameters": "def split_heads(x, num_heads, d_model):\n    return x\n",
    "no parameters": "def split_heads():\n    return 0\n",
    "one megabyte": _HONEST + "# " + "x" * (1 << 20),
    "one megabyte of bytes": b"#" * (1 << 20),
    "not UTF-8": "# コメント\n".encode("shift_jis") + _HONEST.encode(),
    "UTF-16": _HONEST.encode("utf-16"),
    "NUL": _HONEST + "\x00",
    "NUL in bytes": _HONEST.encode() + b"\x00\x01\x02",
    "lone surrogate": _HONEST + "# \ud800",
    "claims another encoding": b"# -*- coding: utf-7 -*-\n+AGQ-ef\n" + "é".encode("latin-1"),
    "nested brackets": "(" * 30_000 + ")" * 30_000,
    "nested minus signs": "x = " + "-" * 50_000 + "1\n" + "(",
    "huge integer literal": "x = " + "9" * 50_000 + "\n" + _HONEST,
}


@pytest.mark.parametrize("source", REJECTED.values(), ids=REJECTED.keys())
def test_program_that_cannot_run_is_rejected(source: str | bytes, arena: Arena) -> None:
    report = arena.grade(source)
    assert report.verdict is Verdict.REJECTED, (report.verdict, report.findings)
    assert not report.verdict.uses_attempt
    assert report.points == 0
    assert_worded(report, arena)


# Too deep for the compiler, not for the grammar: some Pythons compile these, and then they are honest programs.
DEEP = {
    "a long sum": "x = " + "+".join(["1"] * 30_000) + "\n" + _HONEST,
    "a long chain of attributes": "if 0:\n    x" + ".y" * 25_000 + "\n" + _HONEST,
    "a long chain of calls": "if 0:\n    x" + "()" * 25_000 + "\n" + _HONEST,
    "many minus signs": "x = " + "-" * 50_000 + "1\n" + _HONEST,
    "many nots": "x = " + "not " * 12_000 + "1\n" + _HONEST,
    "many lambdas": "x = " + "lambda:" * 8_000 + "1\n" + _HONEST,
    "many conditions": "x = " + "1 if 1 else " * 5_000 + "1\n" + _HONEST,
    "many branches": "if 0: pass\n" + "elif 0: pass\n" * 4_500 + _HONEST,
    "many powers": "if 0:\n    x = " + "x**" * 15_000 + "x\n" + _HONEST,
    "nested blocks": "\n".join(" " * depth + "if 1:" for depth in range(95)) + "\n" + " " * 95 + "pass\n" + _HONEST,
    "nested f-strings": "x = f'{f\"{1}\"}'\n" + _HONEST,
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP.keys())
def test_deep_program_harms_nobody(source: str, arena: Arena) -> None:
    report = arena.grade(source)
    assert report.verdict in (Verdict.REJECTED, Verdict.ACCEPTED, Verdict.RUNTIME_ERROR), report.findings
    assert_worded(report, arena)


WRONG: dict[str, tuple[set[Verdict], str]] = {
    "a list": ({Verdict.WRONG_TYPE}, "def split_heads(x, num_heads):\n    return x.tolist()\n"),
    "a tensor subclass": (
        {Verdict.WRONG_TYPE},
        "import torch\nclass Mine(torch.Tensor): pass\ndef split_heads(x, num_heads): return x.as_subclass(Mine)\n",
    ),
    "an object array": (
        {Verdict.WRONG_TYPE, Verdict.WRONG_DTYPE},
        "def split_heads(x, num_heads):\n    return x.astype(object)\n",
    ),
    "10**9 elements": (
        {Verdict.WRONG_SHAPE, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT},
        "import numpy as np\ndef split_heads(x, num_heads):\n    return np.zeros(10**9, x.dtype)\n",
    ),
    "NaN": (
        {Verdict.NON_FINITE},
        "def split_heads(x, h):\n    b, t, d = x.shape\n    return (x * float('nan')).reshape(b, h, t, d // h)\n",
    ),
    "an endless loop": ({Verdict.TIME_LIMIT}, "def split_heads(x, num_heads):\n    while True: pass\n"),
    "an endless loop on load": ({Verdict.TIME_LIMIT}, _HONEST + "while True: pass\n"),
    "100 MB of prints": (
        {Verdict.OUTPUT_LIMIT},
        "def split_heads(x, num_heads):\n    for _ in range(100): print('x' * 2**20)\n" + _HONEST_BODY[1:],
    ),
    "an exception": ({Verdict.RUNTIME_ERROR}, "def split_heads(x, num_heads):\n    return x.shapes\n"),
    "an exception on load": ({Verdict.RUNTIME_ERROR, Verdict.REJECTED}, _HONEST + "1 / 0\n"),
    "a missing package": ({Verdict.RUNTIME_ERROR, Verdict.REJECTED}, "import tensorflow\n" + _HONEST),
    "entry point that is deleted": ({Verdict.REJECTED, Verdict.RUNTIME_ERROR}, _HONEST + "del split_heads\n"),
    "entry point that is a number": ({Verdict.REJECTED, Verdict.RUNTIME_ERROR}, _HONEST + "split_heads = 3\n"),
    "too few parameters after all": (
        {Verdict.RUNTIME_ERROR, Verdict.REJECTED},
        _HONEST + "split_heads = lambda x: x\n",
    ),
    "nothing returned": ({Verdict.WRONG_TYPE}, "def split_heads(x, num_heads):\n    pass\n"),
    "a coroutine": ({Verdict.WRONG_TYPE, Verdict.REJECTED}, "async def split_heads(x, num_heads):\n    return x\n"),
    "a class": (
        {Verdict.WRONG_TYPE, Verdict.REJECTED},
        "class split_heads:\n    def __init__(self, x, num_heads): pass\n",
    ),
    "memory": ({Verdict.MEMORY_LIMIT}, "def split_heads(x, num_heads):\n    return bytearray(1 << 40)\n"),
    "recursion": ({Verdict.RUNTIME_ERROR}, "def split_heads(x, num_heads):\n    return split_heads(x, num_heads)\n"),
}


@pytest.mark.parametrize(("verdicts", "source"), WRONG.values(), ids=WRONG.keys())
def test_program_that_goes_wrong_has_its_verdict(verdicts: set[Verdict], source: str, arena: Arena) -> None:
    framework = "torch" if "torch.Tensor" in source else "numpy"
    report = arena.grade(source, framework)
    assert report.verdict in verdicts, (report.verdict, report.findings)
    assert_worded(report, arena)
    arena.grade_honest(framework)


HONEST: dict[str, str | bytes] = {
    "torch in a NumPy submission": "import torch\n" + _HONEST,
    "Windows line ends": _HONEST.replace("\n", "\r\n"),
    "a byte order mark": b"\xef\xbb\xbf" + _HONEST.encode(),
    "Japanese comments": "# 頭を分ける\n" + _HONEST,
    "no line end": _HONEST.rstrip(),
    "other parameter names": "def split_heads(tensor, heads):\n    x, num_heads = tensor, heads" + _HONEST_BODY,
    "a default": "def split_heads(x, num_heads=8):" + _HONEST_BODY,
    "more parameters with defaults": "def split_heads(x, num_heads, verbose=False):" + _HONEST_BODY,
    "star arguments": "def split_heads(*args):\n    x, num_heads = args" + _HONEST_BODY,
    "a lambda": "split_heads = lambda x, h: x.reshape(*x.shape[:2], h, -1).swapaxes(1, 2)\n",
    "a decorator": "def same(f):\n    return f\n@same\n" + _HONEST,
    "a warning": "text = '\\d'\nif 1 is 1: pass\n" + _HONEST,
    "prints": _HONEST.replace(":\n", ":\n    print('shape', x.shape)\n", 1),
    "future annotations": "from __future__ import annotations\n" + _HONEST,
    "a guarded main": _HONEST + "if __name__ == '__main__':\n    1 / 0\n",
}


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST.keys())
def test_unusual_honest_program_is_accepted(source: str | bytes, arena: Arena) -> None:
    report = arena.grade(source)
    assert report.verdict is Verdict.ACCEPTED, (report.verdict, report.findings)
    assert_worded(report, arena)


def assert_worded(report: GradeReport, arena: Arena) -> None:
    """The verdict has words of its own in both languages: a headline, and beyond acceptance what to do next."""
    stored = to_json(report)
    for locale in ("en", "ja"):
        page = render(stored, arena.exercise, locale)
        passages = [page["headline"]] if report.verdict.is_accepted else [page["headline"], page["next_step"]]
        assert all(passage.strip() for passage in passages)
        assert all(bool(_JAPANESE.search(passage)) is (locale == "ja") for passage in passages), passages
