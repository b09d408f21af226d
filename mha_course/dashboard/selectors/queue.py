"""Is anything stuck: what waits, what runs, what failed lately and whether a worker is seen, queue by queue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q
from django.utils import timezone

from mha_course.submissions.models import GradingRun, RunState
from mha_course.submissions.selectors import QueueState, queue_state

__all__ = ["LATELY", "STUCK_AFTER_SECONDS", "QueueHealth", "queue_health"]

LATELY = timedelta(hours=24)
STUCK_AFTER_SECONDS = 60.0
"""A run that waits longer, while no worker takes anything from its queue, means that nobody works on it."""


@dataclass(frozen=True, slots=True)
class QueueHealth:
    """One queue as its rows show it."""

    state: QueueState
    failed_lately: int
    """Runs that ended without a judgement in the last 24 hours: faults of ours."""
    overdue: int
    """Running, but their worker has let the lease run out."""
    idle_seconds: float | None
    """Since a worker last began a run; None where none did within the last 24 hours."""

    @property
    def is_stuck(self) -> bool:
        """Whether runs wait and no worker is seen to take them."""
        is_idle = self.idle_seconds is None or self.idle_seconds > STUCK_AFTER_SECONDS
        return (self.state.oldest_seconds or 0.0) > STUCK_AFTER_SECONDS and is_idle

    @property
    def is_in_use(self) -> bool:
        """Whether there is anything to say: a site without a GPU has a queue that nothing ever enters."""
        return bool(self.state.waiting or self.state.running or self.failed_lately) or self.idle_seconds is not None

    @property
    def mark(self) -> str:
        """How the queue reads at a glance: stuck, failing, busy or idle."""
        if self.is_stuck:
            return "stuck"
        if self.failed_lately or self.overdue:
            return "failing"
        return "busy" if self.state.waiting or self.state.running else "idle"


def queue_health(*, now: datetime | None = None) -> tuple[QueueHealth, ...]:
    """Every queue in use, in the order in which they matter; they serve all classes. Five queries."""
    moment = now or timezone.now()
    lately = moment - LATELY
    rows = (
        GradingRun.objects.filter(Q(state=RunState.RUNNING) | Q(started_at__gte=lately) | Q(finished_at__gte=lately))
        .order_by()
        .values("queue")
        .annotate(
            failed_lately=Count("pk", filter=Q(state=RunState.FAILED, finished_at__gte=lately)),
            overdue=Count("pk", filter=Q(state=RunState.RUNNING, lease_expires_at__lt=moment)),
            last_started_at=Max("started_at"),
        )
    )
    by_queue = {row["queue"]: row for row in rows}
    every = (_health(state, by_queue.get(state.queue, {}), moment) for state in queue_state(now=moment))
    return tuple(health for health in every if health.is_in_use)


def _health(state: QueueState, row: dict[str, object], moment: datetime) -> QueueHealth:
    last_started_at = row.get("last_started_at")
    return QueueHealth(
        state=state,
        failed_lately=row.get("failed_lately", 0),
        overdue=row.get("overdue", 0),
        idle_seconds=(moment - last_started_at).total_seconds() if last_started_at else None,
    )
