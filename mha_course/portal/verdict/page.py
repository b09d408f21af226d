"""Everything that the verdict fragment prints, whatever state the run is in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exercises import registry
from grader.errors import UsageError
from grader.model import Exercise
from grader.report import render
from mha_course.people.models import User
from mha_course.portal.verdict.cases import CasesRow, build_cases
from mha_course.portal.verdict.quiz_links import QuizLink, quiz_links
from mha_course.submissions import selectors
from mha_course.submissions.models import FINAL_STATES, GradingRun, RunState, Submission

__all__ = ["Change", "VerdictPage", "build_verdict_page"]


@dataclass(frozen=True, slots=True)
class Change:
    """What is different from the graded submission before this one."""

    earlier_headline: str
    earlier_points: int
    points: int
    newly_passed: tuple[str, ...]
    newly_failed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerdictPage:
    submission: Submission
    run: GradingRun | None
    """The one that speaks for the submission: the latest graded one, else the newest."""
    newest: GradingRun | None
    """Not `run` while, or after, a graded submission is graded again."""
    exercise: Exercise | None
    report: Mapping[str, Any] | None
    cases: CasesRow | None
    queue_position: int | None
    usual_seconds: float | None
    """How long a verdict usually takes, from Submit; None where nothing is known."""
    quiz_links: tuple[QuizLink, ...]
    change: Change | None

    @property
    def state(self) -> str:
        return self.run.state if self.run else RunState.QUEUED

    @property
    def is_waiting(self) -> bool:
        return self.state not in FINAL_STATES

    @property
    def is_final(self) -> bool:
        """Whether nothing of it can change until somebody asks for it."""
        return self.newest is not None and self.newest.is_final

    @property
    def may_be_cancelled(self) -> bool:
        """Whether it waits because its learner sent it, rather than for a regrade that an instructor asked for."""
        return self.run is not None and self.run.state == RunState.QUEUED and not self.run.is_regrade

    @property
    def may_be_regraded(self) -> bool:
        """Whether grading it again has a sense: nothing is on its way, and it was not taken back or replaced."""
        return self.is_final and self.state in (RunState.GRADED, RunState.FAILED) and self.exercise is not None

    @property
    def is_being_regraded(self) -> bool:
        """Whether a later verdict is on its way while an earlier one counts."""
        return not self.is_final and not self.is_waiting

    @property
    def has_regrade_failed(self) -> bool:
        return self.newest != self.run and self.newest.state == RunState.FAILED

    @property
    def version(self) -> str:
        """Another one whenever something happened to the submission; a page keeps what it shows of one version."""
        parts = (self.run and self.run.pk, self.state, self.queue_position, self.newest and self.newest.state)
        return "/".join(str(part) for part in parts)

    @property
    def is_graded(self) -> bool:
        return self.report is not None

    @property
    def is_our_fault(self) -> bool:
        return self.state == RunState.FAILED or (self.report or {}).get("verdict") == "internal_error"

    @property
    def tone(self) -> str:
        """How the fragment is coloured: waiting, ours, right or wrong."""
        if not self.is_graded:
            return "ours" if self.is_our_fault else "waiting"
        if self.is_our_fault:
            return "ours"
        return "right" if self.report["verdict"] == "accepted" else "wrong"

    @property
    def error(self) -> Mapping[str, Any] | None:
        """The learner's own exception: of the whole submission, or of the first visible case that raised."""
        if self.report is None:
            return None
        raised = [mark.error for mark in self.cases.visible if mark.error]
        return self.report.get("error") or (raised[0] if raised else None)

    @property
    def error_line(self) -> int | None:
        """The line of the learner's code to mark: where it raised, or where Python could not read on."""
        if self.error:
            return self.error.get("line")
        lines = [finding["parameters"].get("line") for finding in (self.report or {}).get("findings", ())]
        return next((line for line in lines if isinstance(line, int)), None)


def build_verdict_page(submission: Submission, reader: User, locale: str) -> VerdictPage:
    """The verdict that counts for `submission`, worded in `locale`, with questions for `reader`."""
    run, newest = selectors.shown_and_newest_run(submission)
    exercise = _exercise(submission.exercise)
    if run is None or run.state != RunState.GRADED or not run.report or exercise is None:
        return _unjudged(submission, run, newest, exercise)
    report = render(run.report, exercise, locale)
    cases = build_cases(report)
    change = _change(submission, exercise, locale, report, cases)
    links = quiz_links(report, reader, locale)
    return VerdictPage(submission, run, newest, exercise, report, cases, None, None, links, change)


def _unjudged(
    submission: Submission, run: GradingRun | None, newest: GradingRun | None, exercise: Exercise | None
) -> VerdictPage:
    is_open = run is not None and not run.is_final
    position = selectors.queue_position(run) if is_open else None
    usual_seconds = selectors.usual_seconds(run.queue) if is_open else None
    return VerdictPage(submission, run, newest, exercise, None, None, position, usual_seconds, (), None)


def _exercise(slug: str) -> Exercise | None:
    """None for an exercise that the course no longer has; its submissions stay readable."""
    try:
        return registry.get(slug)
    except UsageError:
        return None


def _change(
    submission: Submission, exercise: Exercise, locale: str, report: Mapping[str, Any], cases: CasesRow
) -> Change | None:
    earlier = (
        GradingRun.objects.filter(
            submission__learner=submission.learner_id,
            submission__exercise=submission.exercise,
            submission__received_at__lt=submission.received_at,
            submission__is_visible_only=submission.is_visible_only,
            state=RunState.GRADED,
        )
        .order_by("-submission__received_at", "-submission__pk", "-queued_at", "-pk")
        .first()
    )
    if earlier is None or not earlier.report:
        return None
    before = render(earlier.report, exercise, locale)
    passed_before = build_cases(before).passed_names
    return Change(
        earlier_headline=before.get("headline") or "",
        earlier_points=before["points"],
        points=report["points"],
        newly_passed=tuple(sorted(cases.passed_names - passed_before)),
        newly_failed=tuple(sorted(passed_before - cases.passed_names)),
    )
