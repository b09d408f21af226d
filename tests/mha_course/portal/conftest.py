"""Stored reports for pages to show: the real engine, with the tests' own trusted programs run beside it."""

from __future__ import annotations

import contextlib
import io
import traceback
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from exercises import registry
from grader.grading import grade
from grader.model import Case, CaseOutcome, GradeReport, LearnerError, Returned, RunEnd, SandboxRequest, SandboxRun

CORPUS = Path(registry.__file__).parent / "code" / "split-heads" / "corpus"

RESHAPE_ONLY = (CORPUS / "wrong_value__numpy__reshape_only.py").read_text()
ACCEPTED = (CORPUS / "accepted__numpy__reshape_and_transpose.py").read_text()
NO_TRANSPOSE = """def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads)
"""
RAISES = """def split_heads(x, num_heads):
    print("<b>shape</b>", x.shape)
    return x.reshape(7, 7)
"""
DOES_NOT_PARSE = "def split_heads(x, num_heads)\n    return x\n"


class Beside:
    """A stand-in for the sandbox: runs NumPy programs written in this file, in this process."""

    layers = ()

    def run(self, request: SandboxRequest) -> SandboxRun:
        namespace: dict[str, object] = {}
        exec(compile(request.source, "submission.py", "exec"), namespace)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            visible = [self._outcome(namespace[request.entry_point], case) for case in request.visible]
        with contextlib.redirect_stdout(io.StringIO()):
            hidden = [self._outcome(namespace[request.entry_point], case) for case in request.hidden]
        return SandboxRun(
            end=RunEnd.COMPLETED,
            outcomes=(*visible, *hidden),
            load_error=None,
            stdout=printed.getvalue(),
            is_stdout_truncated=False,
            wall_ms=1.0,
            layers=(),
        )

    def _outcome(self, function: Callable[..., np.ndarray], case: Case) -> CaseOutcome:
        arguments = [value.astype(case.dtype) if isinstance(value, np.ndarray) else value for value in case.args]
        try:
            array = function(*arguments, **case.kwargs)
        except (TypeError, ValueError) as error:
            line = traceback.extract_tb(error.__traceback__)[-1].lineno
            return CaseOutcome(None, LearnerError(type(error).__name__, str(error), line), False, 0.1)
        returned = Returned("numpy", "numpy.ndarray", array=array, dtype=str(array.dtype))
        return CaseOutcome(returned, None, False, 0.1)


@pytest.fixture
def graded() -> Callable[..., GradeReport]:
    """`graded(source)` is the engine's report on a program for `split-heads`."""

    def report(source: str, *, visible_only: bool = False) -> GradeReport:
        return grade(registry.get("split-heads"), source, sandbox=Beside(), seed=7, visible_only=visible_only)

    return report


@pytest.fixture
def sent(learner, graded):
    """`sent(source)` is a submission to `split-heads` with its newest run in the wanted state."""
    from mha_course.submissions import runs
    from mha_course.submissions.models import RunState, Submission

    def send(source: str = RESHAPE_ONLY, *, state: str = RunState.GRADED, by=learner, visible_only: bool = False):
        submission = Submission.objects.create(
            learner=by,
            exercise="split-heads",
            framework="numpy",
            device="cpu",
            source=source,
            is_visible_only=visible_only,
        )
        run = runs.add(
            submission=submission, queue="grade.cpu", exercise_digest=registry.get(submission.exercise).digest
        )
        if state == RunState.SUPERSEDED:
            runs.supersede(submission.runs.all())
        elif state == RunState.CANCELLED:
            runs.cancel([run.pk])
        elif state != RunState.QUEUED:
            held = runs.claim(run.pk)
            if state == RunState.GRADED:
                assert runs.finish(held, graded(source, visible_only=visible_only))
            elif state == RunState.FAILED:
                runs.fail(held, "the disk was full", may_retry=False)
        return submission

    return send


@pytest.fixture
def browser(client, learner):
    client.force_login(learner)
    return client
