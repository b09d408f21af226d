"""What pages ask about submissions. Each states how many queries it makes."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.db.models import Count, Min, Prefetch, Q, QuerySet
from django.utils import timezone

from grader.verdicts import Verdict
from mha_course.celery import GRADE_CPU, GRADE_GPU, REGRADE
from mha_course.people.models import User
from mha_course.submissions.models import GradingRun, RunState, Submission
from mha_course.submissions.results import best_runs, latest_run_id, shown_run_id

__all__ = [
    "LiveState",
    "Progress",
    "QueueState",
    "attempts_used",
    "history",
    "latest_run",
    "live_state",
    "progress",
    "queue_position",
    "queue_state",
    "shown_and_newest_run",
    "usual_seconds",
]

_RECENT_RUNS = 50


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a learner stands in one exercise. Points are None before anything was graded."""

    best_points: int | None
    max_points: int | None
    is_accepted: bool
    submissions: int


@dataclass(frozen=True, slots=True)
class QueueState:
    """One queue as its instructor sees it; `oldest_seconds` is how long the first in line has waited, None if none."""

    queue: str
    waiting: int
    running: int
    not_with_broker: int
    oldest_seconds: float | None
    usual_seconds: float | None


@dataclass(frozen=True, slots=True)
class LiveState:
    """What a waiting page needs to know about the newest run of a submission."""

    run_id: uuid.UUID
    state: RunState
    is_final: bool
    verdict: str
    position: int | None
    """1 is next in line; None unless queued."""


def latest_run(submission: Submission) -> GradingRun | None:
    """The newest judgement, finished or not. One query."""
    return submission.runs.order_by("-queued_at", "-pk").first()


def shown_and_newest_run(submission: Submission) -> tuple[GradingRun | None, GradingRun | None]:
    """The run that speaks for a submission, and its newest: two while, or after, it is graded again. One query."""
    wanted = Q(pk=shown_run_id("submission")) | Q(pk=latest_run_id("submission"))
    found = list(submission.runs.filter(wanted).order_by("-queued_at", "-pk"))
    return (found[-1], found[0]) if found else (None, None)


def history(learner: User, exercise: str) -> QuerySet[Submission]:
    """A learner's submissions to one exercise, newest first, each with `shown_runs`: the run speaking for it, if any.

    The runs come without reports. Two queries, whatever the number.
    """
    runs = GradingRun.objects.filter(pk=shown_run_id("submission")).defer("report")
    sent = Submission.objects.filter(learner=learner, exercise=exercise)
    return sent.prefetch_related(Prefetch("runs", queryset=runs, to_attr="shown_runs"))


def progress(learner: User) -> dict[str, Progress]:
    """Where a learner stands, by slug, for every exercise that they sent something to. Two queries.

    What counts is said in `submissions.results`. Submissions for the visible cases only are counted but earn nothing.
    """
    sent = Submission.objects.filter(learner=learner).order_by()
    counts = sent.values_list("exercise").annotate(Count("pk"))
    best = {
        run[0]: run[1:]
        for run in best_runs(sent).values_list("submission__exercise", "verdict", "points", "max_points")
    }
    return {slug: _standing(best.get(slug), count) for slug, count in counts}


def _standing(best: tuple[str, int, int] | None, submissions: int) -> Progress:
    if best is None:
        return Progress(best_points=None, max_points=None, is_accepted=False, submissions=submissions)
    verdict, points, max_points = best
    return Progress(points, max_points, is_accepted=verdict == Verdict.ACCEPTED, submissions=submissions)


def attempts_used(learner: User, exercise: str) -> int:
    """How many submissions counted as a try: graded, and neither rejected nor for visible cases only. One query."""
    counted = GradingRun.objects.filter(
        submission__learner=learner, submission__exercise=exercise, state=RunState.GRADED, uses_attempt=True
    )
    return counted.values("submission_id").distinct().count()


def queue_position(run: GradingRun) -> int | None:
    """The place in line, 1 being next; None unless the run is queued. One query."""
    if run.state != RunState.QUEUED:
        return None
    before = GradingRun.objects.filter(state=RunState.QUEUED, queue=run.queue, queued_at__lt=run.queued_at)
    return before.count() + 1


def live_state(submission_id: uuid.UUID) -> LiveState | None:
    """The newest run of a submission as a waiting page shows it; None if there is none. At most two queries."""
    runs = GradingRun.objects.filter(submission_id=submission_id).defer("report")
    run = runs.order_by("-queued_at", "-pk").first()
    if run is None:
        return None
    return LiveState(
        run_id=run.pk,
        state=RunState(run.state),
        is_final=run.is_final,
        verdict=run.verdict,
        position=queue_position(run),
    )


def usual_seconds(queue: str) -> float | None:
    """The median time from queued to graded of the newest graded runs in a queue; None before there are any."""
    graded = GradingRun.objects.filter(queue=queue, state=RunState.GRADED).order_by("-finished_at")
    times = graded.values_list("queued_at", "finished_at")[:_RECENT_RUNS]
    return median((finished - queued).total_seconds() for queued, finished in times) if times else None


def queue_state(*, now: datetime | None = None) -> tuple[QueueState, ...]:
    """All queues, in the order in which they matter. One query, and one more for each queue."""
    moment = now or timezone.now()
    queued = Q(state=RunState.QUEUED)
    rows = (
        GradingRun.objects.filter(state__in=(RunState.QUEUED, RunState.RUNNING))
        .order_by()
        .values("queue")
        .annotate(
            waiting=Count("pk", filter=queued),
            running=Count("pk", filter=Q(state=RunState.RUNNING)),
            not_with_broker=Count("pk", filter=queued & Q(enqueued_at__isnull=True)),
            oldest=Min("queued_at", filter=queued),
        )
    )
    by_queue = {row["queue"]: row for row in rows}
    return tuple(_queue_state(name, by_queue.get(name), moment) for name in (GRADE_CPU, GRADE_GPU, REGRADE))


def _queue_state(name: str, row: dict[str, object] | None, moment: datetime) -> QueueState:
    oldest = row["oldest"] if row else None
    return QueueState(
        queue=name,
        waiting=row["waiting"] if row else 0,
        running=row["running"] if row else 0,
        not_with_broker=row["not_with_broker"] if row else 0,
        oldest_seconds=(moment - oldest).total_seconds() if oldest else None,
        usual_seconds=usual_seconds(name),
    )
