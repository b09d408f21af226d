"""Which judgement of a submission counts, and which submission of an exercise.

Of each submission the latest graded run counts; of each exercise the best submission does. A run that failed through a
fault of ours never hides an earlier result, and runs of the visible cases alone earn nothing.
"""

from __future__ import annotations

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from grader.verdicts import Verdict
from mha_course.people.models import User
from mha_course.submissions.models import GradingRun, RunState, Submission

__all__ = ["WAITING_STATES", "best_runs", "counted_run_id", "counted_runs", "latest_run_id"]

WAITING_STATES = (RunState.QUEUED, RunState.RUNNING)


def counted_run_id(submission: str = "pk") -> Subquery:
    """The id of the run that counts for the submission named by the outer query's field, or NULL."""
    graded = GradingRun.objects.filter(submission=OuterRef(submission), state=RunState.GRADED)
    return Subquery(graded.exclude(verdict=Verdict.INTERNAL_ERROR).order_by("-queued_at", "-pk").values("pk")[:1])


def latest_run_id(submission: str = "pk") -> Subquery:
    """The id of the newest run in any state, or NULL."""
    runs = GradingRun.objects.filter(submission=OuterRef(submission))
    return Subquery(runs.order_by("-queued_at", "-pk").values("pk")[:1])


def counted_runs(learners: QuerySet[User]) -> QuerySet[GradingRun]:
    """The run that counts of each submission of `learners`; what has not been graded yet has none."""
    submissions = Submission.objects.filter(learner__in=learners.order_by().values("pk"))
    return GradingRun.objects.filter(submission__in=submissions, pk=counted_run_id("submission")).order_by()


def best_runs(learners: QuerySet[User]) -> QuerySet[GradingRun]:
    """One run for each learner and exercise: accepted before others, then most points, then the newest submission."""
    rank = Window(
        RowNumber(),
        partition_by=[F("submission__learner"), F("submission__exercise")],
        order_by=[
            Q(verdict=Verdict.ACCEPTED).desc(),
            F("points").desc(nulls_last=True),
            F("submission__received_at").desc(),
        ],
    )
    return counted_runs(learners).filter(submission__is_visible_only=False).annotate(rank=rank).filter(rank=1)
