"""One grading, from the source text to the finished report."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence

from grader.compare import Judge
from grader.devices import choose_device
from grader.diagnose import Observed, diagnose
from grader.drawing import draw_hidden, repeated
from grader.judging import end_findings, end_verdict, judge_cases, with_repeat
from grader.model import (
    Case,
    CaseReport,
    Device,
    Exercise,
    Finding,
    Framework,
    GradeReport,
    RunEnd,
    Sandbox,
    SandboxRequest,
    SandboxRun,
)
from grader.scoring import points
from grader.screening import Rejection, screen
from grader.verdicts import Verdict, worst

__all__ = ["grade"]


def grade(
    exercise: Exercise,
    source: str | bytes,
    *,
    sandbox: Sandbox,
    framework: str | None = None,
    device: str = "auto",
    seed: int,
    visible_only: bool = False,
) -> GradeReport:
    """Judge one submission.

    `seed` draws the hidden cases; visible ones depend on the exercise's digest alone. With `visible_only` no hidden
    case is run. A learner's mistake is a verdict and never raises. Raises `UsageError` for a framework or device that
    is not there, `ExerciseError` for an exercise that breaks its contract, `SandboxError` for a fault of ours.
    """
    started = time.perf_counter()
    screened = screen(source, exercise, framework)
    chosen = choose_device(screened.framework, device)
    if isinstance(screened, Rejection):
        return _rejected(exercise, screened, chosen, started, visible_only=visible_only)

    visible = screened.visible
    hidden = () if visible_only else draw_hidden(exercise, screened.framework, seed)
    place, again = repeated(visible, seed)
    request = SandboxRequest(
        source=screened.source,
        entry_point=exercise.entry_point,
        framework=screened.framework,
        device=chosen,
        visible=visible,
        hidden=(*hidden, again),
        limits=exercise.limits,
    )
    run = sandbox.run(request)
    judge = Judge(screened.framework, chosen, tuple(parameter.name for parameter in exercise.parameters))
    cases = (*visible, *hidden)
    reports = _judged(exercise, cases, place, run, judge)
    return _report(exercise, cases, reports, run, judge, started, visible_only=visible_only)


def _judged(
    exercise: Exercise, cases: Sequence[Case], place: int, run: SandboxRun, judge: Judge
) -> tuple[CaseReport, ...]:
    expected = [exercise.reference(*case.args, **case.kwargs) for case in cases]
    own = dataclasses.replace(run, outcomes=run.outcomes[: len(cases)])  # all but the repetition, which comes last
    reports = judge_cases(cases, expected, own, judge)
    if run.load_error is not None:
        return reports
    return with_repeat(reports, place, cases[place], (run.outcomes[place], run.outcomes[-1]), judge)


def _report(
    exercise: Exercise,
    cases: Sequence[Case],
    reports: tuple[CaseReport, ...],
    run: SandboxRun,
    judge: Judge,
    started: float,
    *,
    visible_only: bool,
) -> GradeReport:
    # The end of the run counts too: a submission may break the rules after its last result.
    ends = [] if run.end is RunEnd.COMPLETED else [end_verdict(run)]
    verdict = worst([*(report.verdict for report in reports), *ends])
    observed = [
        Observed(case, outcome, report.verdict)
        for case, outcome, report in zip(cases, run.outcomes, reports, strict=False)
    ]
    diagnoses = () if ends or run.load_error is not None else diagnose(exercise, observed, judge)
    blank = _blank(exercise, judge.framework, judge.device, visible_only=visible_only)
    return dataclasses.replace(
        blank,
        verdict=verdict,
        points=points(exercise, reports, verdict),
        cases=reports,
        diagnoses=diagnoses,
        findings=end_findings(run, exercise.limits),
        load_error=run.load_error,
        stdout=run.stdout,
        is_stdout_truncated=run.is_stdout_truncated,
        total_ms=_since(started),
        sandbox_ms=run.wall_ms,
        sandbox_layers=run.layers,
    )


def _rejected(
    exercise: Exercise, rejection: Rejection, device: Device, started: float, *, visible_only: bool
) -> GradeReport:
    blank = _blank(exercise, rejection.framework, device, visible_only=visible_only, finding=rejection.finding)
    return dataclasses.replace(blank, total_ms=_since(started))


def _blank(
    exercise: Exercise,
    framework: Framework,
    device: Device,
    *,
    visible_only: bool,
    finding: Finding | None = None,
) -> GradeReport:
    """A report of a program that never ran."""
    return GradeReport(
        exercise=exercise.slug,
        exercise_digest=exercise.digest,
        framework=framework,
        device=device,
        verdict=Verdict.REJECTED,
        points=0,
        max_points=exercise.max_points,
        cases=(),
        diagnoses=(),
        findings=() if finding is None else (finding,),
        hints=len(exercise.hints),
        stdout="",
        is_stdout_truncated=False,
        total_ms=0.0,
        sandbox_ms=0.0,
        sandbox_layers=(),
        is_visible_only=visible_only,
    )


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
