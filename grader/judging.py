"""From what a child sent to one report for each case. What was not positively shown to be right is not accepted."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from grader.compare import Judge, agrees, compare
from grader.errors import SandboxError
from grader.model import Case, CaseOutcome, CaseReport, Finding, Limits, RunEnd, SandboxRun, Value
from grader.verdicts import Verdict, worst

__all__ = ["end_findings", "end_verdict", "judge_case", "judge_cases", "with_repeat"]

_END_VERDICTS = {
    RunEnd.TIME_LIMIT: Verdict.TIME_LIMIT,
    RunEnd.MEMORY_LIMIT: Verdict.MEMORY_LIMIT,
    RunEnd.OUTPUT_LIMIT: Verdict.OUTPUT_LIMIT,
    RunEnd.VIOLATION: Verdict.SANDBOX_VIOLATION,
    RunEnd.CRASHED: Verdict.RUNTIME_ERROR,
    # Our own code writes the results, so bytes that it never writes were written by the submission.
    RunEnd.MALFORMED: Verdict.SANDBOX_VIOLATION,
}


def end_verdict(run: SandboxRun) -> Verdict:
    """What the way the child ended means for cases that have no outcome; ours if it claims to have completed."""
    if run.load_error is not None:
        return Verdict.RUNTIME_ERROR
    return _END_VERDICTS.get(run.end, Verdict.INTERNAL_ERROR)


def end_findings(run: SandboxRun, limits: Limits) -> tuple[Finding, ...]:
    """About the submission as a whole: which limit it met, or how it died."""
    if run.load_error is not None:
        return (Finding("end.not_loaded", {"line": run.load_error.line or 0}),)
    parameters: dict[RunEnd, dict[str, float]] = {
        RunEnd.TIME_LIMIT: {"wall_seconds": limits.wall_seconds},
        RunEnd.MEMORY_LIMIT: {"memory_mib": limits.memory_mib},
        RunEnd.OUTPUT_LIMIT: {"output_kib": limits.output_kib, "result_mib": limits.result_mib},
    }
    if run.end is RunEnd.COMPLETED:
        return ()
    return (Finding(f"end.{run.end.value}", parameters.get(run.end, {})),)


def judge_cases(
    cases: Sequence[Case], expected: Sequence[Value], run: SandboxRun, judge: Judge
) -> tuple[CaseReport, ...]:
    """One report for each case, in order. Raises `SandboxError` if the sandbox did not account for every case."""
    if len(run.outcomes) != len(cases):
        raise SandboxError(f"the sandbox gave {len(run.outcomes)} outcomes for {len(cases)} cases")
    missing = end_verdict(run)
    return tuple(
        judge_case(case, value, outcome, judge, missing=missing, load_error=run.load_error is not None)
        for case, value, outcome in zip(cases, expected, run.outcomes, strict=True)
    )


def judge_case(
    case: Case, expected: Value, outcome: CaseOutcome, judge: Judge, *, missing: Verdict, load_error: bool = False
) -> CaseReport:
    """The verdict of one case; `missing` is that of a case without outcome."""
    comparison = None
    if load_error or (outcome.returned is None and outcome.error is None):
        verdict = missing
    elif outcome.error is not None or outcome.returned is None:
        verdict = Verdict.RUNTIME_ERROR
    else:
        comparison = compare(case, expected, outcome.returned, judge)
        verdict = comparison.verdict
        if outcome.is_input_mutated:
            verdict = worst([verdict, Verdict.MUTATED_INPUT])
    return CaseReport(
        id=case.id,
        name=case.name,
        visible=case.visible,
        verdict=verdict,
        comparison=comparison,
        error=outcome.error,
        wall_ms=outcome.wall_ms,
    )


def with_repeat(
    reports: Sequence[CaseReport], place: int, case: Case, outcomes: tuple[CaseOutcome, CaseOutcome], judge: Judge
) -> tuple[CaseReport, ...]:
    """`reports` with the one at `place` called nondeterministic if its case gave two different `outcomes`.

    A repetition that came to no end says nothing here: the end of the run speaks for itself.
    """
    first, again = outcomes
    report = reports[place]
    if not _has_ended(first) or not _has_ended(again) or _is_same(case, first, again, judge):
        return tuple(reports)
    verdict = worst([report.verdict, Verdict.NONDETERMINISTIC])
    changed = dataclasses.replace(report, verdict=verdict)
    return (*reports[:place], changed, *reports[place + 1 :])


def _has_ended(outcome: CaseOutcome) -> bool:
    return outcome.returned is not None or outcome.error is not None


def _is_same(case: Case, first: CaseOutcome, again: CaseOutcome, judge: Judge) -> bool:
    if first.returned is None or again.returned is None:
        return (first.returned is None) == (again.returned is None)
    values = _plain(first)
    if values is None:
        return first.returned.kind == again.returned.kind  # names of types are not kept of hidden results
    return agrees(case, values, again.returned, judge)


def _plain(outcome: CaseOutcome) -> Value | None:
    """The returned numbers as a reference would give them; None for what holds no numbers."""
    returned = outcome.returned
    if returned is None:
        return None
    if returned.kind == "tuple":
        arrays = tuple(item.array for item in returned.items)
        return arrays if all(_is_real(array) for array in arrays) else None
    return returned.array if _is_real(returned.array) else None


def _is_real(array: Value) -> bool:
    return array is not None and array.dtype.kind in "biuf"
