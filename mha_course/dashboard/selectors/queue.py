"""Is anything stuck: what waits, what runs and what failed, queue by queue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Min, Q
from django.utils import timezone

from mha_course.dashboard.selectors.results import WAITING_STATES
from mha_course.submissions.models import GradingRun, RunState

__all__ = ["LATELY", "STUCK_AFTER_SECONDS", "QueueState", "queue_states"]

LATELY = timedelta(hours=24)
STUCK_AFTER_SECONDS = 60.0
"""A run that waits longer, while no worker takes anything from its queue, means that nobody works on it."""


@dataclass(frozen=True, slots=True)
class QueueState:
    """One queue as its rows show it at `seen_at`."""

    name: str
    queued: int
    running: int
    failed_lately: int
    """Runs that ended without a judgement in the last 24 hours: faults of ours."""
    overdue: int
    """Running, but their worker has let the lease run out."""
    oldest_queued_at: datetime | None
    last_taken_at: datetime | None
    """When a worker last began a run, within the last 24 hours."""
    seen_at: datetime

    @property
    def oldest_wait_seconds(self) -> float:
        return (self.seen_at - self.oldest_queued_at).total_seconds() if self.oldest_queued_at else 0.0

    @property
    def idle_seconds(self) -> float | None:
        """Since a worker last took a run; None where none did within the last 24 hours."""
        return (self.seen_at - self.last_taken_at).total_seconds() if self.last_taken_at else None

    @property
    def is_stuck(self) -> bool:
        """Whether runs wait and no worker is seen to take them."""
        is_idle = self.idle_seconds is None or self.idle_seconds > STUCK_AFTER_SECONDS
        return self.oldest_wait_seconds > STUCK_AFTER_SECONDS and is_idle

    @property
    def mark(self) -> str:
        """How the queue reads at a glance: stuck, failing, busy or idle."""
        if self.is_stuck:
            return "stuck"
        if self.failed_lately or self.overdue:
            return "failing"
        return "busy" if self.queued or self.running else "idle"


def queue_states() -> tuple[QueueState, ...]:
    """Every queue with anything in the last 24 hours, by name; it serves all classes. One query."""
    now = timezone.now()
    lately = now - LATELY
    recent = Q(state__in=WAITING_STATES) | Q(started_at__gte=lately) | Q(finished_at__gte=lately)
    rows = (
        GradingRun.objects.filter(recent)
        .order_by("queue")
        .values("queue")
        .annotate(
            queued=Count("pk", filter=Q(state=RunState.QUEUED)),
            running=Count("pk", filter=Q(state=RunState.RUNNING)),
            failed_lately=Count("pk", filter=Q(state=RunState.FAILED, finished_at__gte=lately)),
            overdue=Count("pk", filter=Q(state=RunState.RUNNING, lease_expires_at__lt=now)),
            oldest_queued_at=Min("queued_at", filter=Q(state=RunState.QUEUED)),
            last_taken_at=Max("started_at"),
        )
    )
    return tuple(QueueState(name=row.pop("queue"), seen_at=now, **row) for row in rows)
