"""Which judgement of a submission counts, and which submission of an exercise: the one place that says so.

Of each submission the latest graded run counts, so a regrade replaces what it corrects and a run that failed changes
nothing. While none is graded, the latest run in any state is shown. Of each exercise the best submission counts.
Submissions that asked for the visible cases only earn nothing.
"""

from __future__ import annotations

from django.db.models import BooleanField, ExpressionWrapper, F, OrderBy, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber

from grader.verdicts import Verdict
from mha_course.submissions.models import GradingRun, RunState, Submission

__all__ = ["best_runs", "counted_run_id", "counted_runs", "latest_run_id", "shown_run_id"]


def counted_run_id(submission: str = "pk") -> Subquery:
    """The id of the run that counts for the submission named by the outer query's field, or NULL."""
    graded = GradingRun.objects.filter(submission=OuterRef(submission), state=RunState.GRADED)
    return Subquery(graded.order_by("-queued_at", "-pk").values("pk")[:1])


def latest_run_id(submission: str = "pk") -> Subquery:
    """The id of the newest run in any state, or NULL."""
    runs = GradingRun.objects.filter(submission=OuterRef(submission))
    return Subquery(runs.order_by("-queued_at", "-pk").values("pk")[:1])


def shown_run_id(submission: str = "pk") -> Coalesce:
    """The id of the run that speaks for a submission: the one that counts, else the newest. NULL if there is none."""
    return Coalesce(counted_run_id(submission), latest_run_id(submission))


def counted_runs(submissions: QuerySet[Submission]) -> QuerySet[GradingRun]:
    """The run that counts of each of `submissions`; what has not been graded yet has none."""
    chosen = submissions.order_by().values("pk")
    return GradingRun.objects.filter(submission__in=chosen, pk=counted_run_id("submission")).order_by()


def best_runs(submissions: QuerySet[Submission]) -> QuerySet[GradingRun]:
    """One run for each learner and exercise: accepted before others, then most points, then the newest submission."""
    rank = Window(
        RowNumber(),
        partition_by=[F("submission__learner"), F("submission__exercise")],
        order_by=[
            OrderBy(ExpressionWrapper(Q(verdict=Verdict.ACCEPTED), output_field=BooleanField()), descending=True),
            F("points").desc(nulls_last=True),
            F("submission__received_at").desc(),
        ],
    )
    return counted_runs(submissions.filter(is_visible_only=False)).annotate(rank=rank).filter(rank=1)
