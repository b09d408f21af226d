"""What learner code raises arrives as a type, a message and lines of the submission."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import RunEnd
from tests.grader.sandbox.make import case, only, request


def error(run):
    assert only(run).error is not None, (run.end, run.load_error)
    return only(run).error


def test_frames_are_those_of_the_submission(sandbox):
    source = """\
    import numpy as np
    def inner(x):
        return np.linalg.inv(x)
    def f(x):
        return inner(x)
    """
    raised = error(sandbox.run(request(source, case(np.zeros((2, 2))))))
    assert raised.type == "numpy.linalg.LinAlgError"
    assert raised.message == "Singular matrix"
    assert raised.line == 3
    assert raised.frames == ((5, "f"), (3, "inner"))


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("raise SystemExit(0)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("exit()", "NameError"),  # the site module, which adds it, is not loaded
        ("f(x)", "RecursionError"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("raise ExceptionGroup('several', [ValueError()])", "ExceptionGroup"),
        ("raise Mine", "Mine"),
    ],
)
def test_whatever_is_raised_is_an_error_of_its_case(statement, kind, sandbox):
    source = f"class Mine(BaseException): pass\ndef f(x): {statement}"
    run = sandbox.run(request(source, case(np.ones(1))))
    assert run.end is RunEnd.COMPLETED
    assert error(run).type == kind


def test_later_cases_still_run(sandbox):
    run = sandbox.run(request("def f(x): return 1 / x", case(0), case(4)))
    assert run.outcomes[0].error.type == "ZeroDivisionError"
    assert run.outcomes[1].returned.array == 0.25


def test_deep_recursion_keeps_both_ends(sandbox):
    raised = error(sandbox.run(request("def f(x):\n    return g(x)\ndef g(x):\n    return g(x)", case(1))))
    assert raised.frames[0] == (2, "f")
    assert raised.frames[-1] == (4, "g")
    assert len(raised.frames) <= 16


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise ZeroDivisionError", ""),
        ("return 3", ""),
        ("return 'x' * 10**6", "x" * 2000),
        ("return 'a\\x1b[2Jb'", "a\N{REPLACEMENT CHARACTER}[2Jb"),
    ],
)
def test_hostile_message_is_cut_cleaned_or_left_out(body, message, sandbox):
    source = f"class Bad(Exception):\n    def __str__(self):\n        {body}\ndef f(x): raise Bad"
    assert error(sandbox.run(request(source, case(1)))).message == message


def test_message_that_never_ends_meets_the_deadline(sandbox):
    source = "class Bad(Exception):\n    def __str__(self):\n        while True: pass\ndef f(x): raise Bad"
    assert sandbox.run(request(source, case(1), wall_seconds=0.3)).end is RunEnd.TIME_LIMIT


def test_failure_to_load_is_told_apart(sandbox):
    run = sandbox.run(request("x = 1\nboom\ndef f(x): return x", case(1)))
    assert (run.load_error.type, run.load_error.line) == ("NameError", 2)
    assert only(run).returned is None
    assert only(run).error is None


def test_syntax_error_has_its_line(sandbox):
    run = sandbox.run(request("def f(x):\n    return x\n\ndef g(:\n", case(1)))
    assert (run.load_error.type, run.load_error.line) == ("SyntaxError", 4)


@pytest.mark.parametrize("source", ["def g(x): return x", "f = 3", "def f(x): return x\ndel f"])
def test_missing_entry_point_is_a_load_error(source, sandbox):
    run = sandbox.run(request(source, case(1)))
    assert (run.load_error.type, run.load_error.message) == ("MissingEntryPoint", "f")


def test_output_before_a_load_error_is_shown(sandbox):
    run = sandbox.run(request("print('so far')\n1/0", case(1)))
    assert run.stdout == "so far\n"


def test_main_guard_is_not_entered(sandbox):
    run = sandbox.run(request("def f(x): return x\nif __name__ == '__main__': 1/0", case(1)))
    assert run.load_error is None


def test_dataclass_in_a_submission_works(sandbox):
    source = """
    from __future__ import annotations
    from dataclasses import dataclass
    @dataclass
    class Sizes:
        batch: int
    def f(x): return Sizes(x).batch
    """
    assert only(sandbox.run(request(source, case(2)))).returned.array == 2
