"""A class's submissions one by one, filtered and in pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from grader.verdicts import Verdict
from mha_course.people.models import Cohort, User
from mha_course.people.selectors import learners_of
from mha_course.submissions.models import DiagnosedMisconception, GradingRun, RunState, Submission
from mha_course.submissions.results import counted_run_id, shown_run_id

__all__ = ["Filters", "Record", "recorded_submissions", "records", "seen_misconceptions"]


@dataclass(frozen=True, slots=True)
class Filters:
    """What to keep; an empty field keeps everything. `verdict` may also be a run's state: queued, running, failed."""

    learner: int | None = None
    exercise: str = ""
    verdict: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One submission with the run that speaks for it: the latest graded one, else the latest."""

    submission: Submission
    state: RunState | None
    verdict: Verdict | None
    points: int | None
    max_points: int | None
    misconceptions: tuple[str, ...]

    @property
    def mark(self) -> str:
        """As a gradebook cell's: accepted, partial, wrong, waiting, failed or withdrawn."""
        if self.state in (RunState.QUEUED, RunState.RUNNING):
            return "waiting"
        if self.state in (RunState.SUPERSEDED, RunState.CANCELLED):
            return "withdrawn"
        if self.verdict is None:
            return "failed"
        if self.verdict.is_accepted:
            return "accepted"
        return "partial" if self.points else "wrong"


def recorded_submissions(cohort: Cohort, filters: Filters) -> QuerySet[Submission]:
    """The submissions of `cohort`'s learners that `filters` keep, newest first, each with its `shown_run`."""
    submissions = Submission.objects.filter(learner__in=learners_of(cohort).order_by().values("pk"))
    submissions = submissions.annotate(counted_run=counted_run_id(), shown_run=shown_run_id())
    if filters.learner is not None:
        submissions = submissions.filter(learner=filters.learner)
    if filters.exercise:
        submissions = submissions.filter(exercise=filters.exercise)
    if filters.misconception:
        named = DiagnosedMisconception.objects.filter(misconception=filters.misconception)
        submissions = submissions.filter(Exists(named.filter(run=OuterRef("counted_run"))))
    if filters.verdict:
        submissions = _with_verdict(submissions, filters.verdict)
    return submissions.order_by("-received_at", "-pk").defer("source").select_related("learner")


def records(page: list[Submission]) -> tuple[Record, ...]:
    """The rows of one page of `recorded_submissions`. Two queries, for any number of rows."""
    runs = GradingRun.objects.filter(pk__in=[submission.shown_run for submission in page])
    runs = runs.defer("report", "failure").prefetch_related("misconceptions").in_bulk()
    return tuple(_record(submission, runs.get(submission.shown_run)) for submission in page)


def seen_misconceptions(learners: QuerySet[User]) -> tuple[str, ...]:
    """The ids that any run of `learners` named, in alphabetical order: the choices of a filter."""
    rows = DiagnosedMisconception.objects.filter(run__submission__learner__in=learners.order_by().values("pk"))
    return tuple(rows.order_by("misconception").values_list("misconception", flat=True).distinct())


def _record(submission: Submission, run: GradingRun | None) -> Record:
    is_judged = run is not None and run.state == RunState.GRADED
    return Record(
        submission=submission,
        state=RunState(run.state) if run else None,
        verdict=Verdict(run.verdict) if is_judged else None,
        points=run.points if is_judged else None,
        max_points=run.max_points if is_judged else None,
        misconceptions=tuple(sorted(row.misconception for row in run.misconceptions.all())) if is_judged else (),
    )


def _with_verdict(submissions: QuerySet[Submission], verdict: str) -> QuerySet[Submission]:
    field = "state" if verdict in RunState.values else "verdict"
    shown = GradingRun.objects.filter(pk=OuterRef("shown_run"))
    return submissions.filter(Exists(shown.filter(**{field: verdict})))
