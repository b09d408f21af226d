"""The life of a grading run. Only this module changes one.

queued ──claim──▶ running ──finish──▶ graded
   ▲ │               │ └──fail, expire (no tries left)──▶ failed
   │ │               └──fail, expire, release──▶ queued
   │ ├──supersede──▶ superseded
   │ └──cancel (also while running)──▶ cancelled
   └── the broker may lose or repeat the run's message at any time

Every step is one conditional UPDATE that names the state it starts from, and from `running` also the claim's token. So
whatever is delivered twice, or wakes up after its lease ran out, changes nothing.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from exercises import registry
from grader.errors import ExerciseError, UsageError
from grader.model import GradeReport
from mha_course.submissions.models import DiagnosedMisconception, GradingRun, RunState, Submission
from mha_course.submissions.signals import run_changed
from mha_course.submissions.storable import named_misconceptions, stored_report

__all__ = [
    "SWEEP_BATCH",
    "Claim",
    "Expired",
    "add",
    "awaiting_broker",
    "cancel",
    "claim",
    "expire",
    "fail",
    "finish",
    "mark_enqueued",
    "release",
    "supersede",
]

SWEEP_BATCH = 100
"""How many runs one sweep gives to the broker at most; the next sweep goes on."""

_MOST_DOUBLINGS = 4
"""A lost message is missed after 16 times `ENQUEUE_AGAIN_SECONDS` at the latest."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to grade one run, until the lease ends, and all that is needed for it."""

    run_id: uuid.UUID
    token: uuid.UUID
    exercise: str
    framework: str
    device: str
    source: str
    seed: int
    is_visible_only: bool


@dataclass(frozen=True, slots=True)
class Expired:
    """What one sweep did with leases that had run out."""

    requeued: int
    failed: int


def add(*, submission: Submission, queue: str, exercise_digest: str, is_regrade: bool = False) -> GradingRun:
    """A new queued run. Its seed comes from the system's randomness: hidden cases cannot be foreseen."""
    return GradingRun.objects.create(
        submission=submission,
        queue=queue,
        is_regrade=is_regrade,
        exercise_digest=exercise_digest,
        seed=secrets.randbits(63),
    )


def claim(run_id: uuid.UUID) -> Claim | None:
    """Move a run from queued to running and hand it to the caller alone; None if it is not queued (any more)."""
    now = timezone.now()
    token = uuid.uuid4()
    queued = GradingRun.objects.filter(pk=run_id, state=RunState.QUEUED)
    with transaction.atomic():
        exercise = queued.values_list("submission__exercise", flat=True).first()
        if exercise is None or not queued.update(
            state=RunState.RUNNING,
            claim_token=token,
            lease_expires_at=now + lease(exercise),
            tries=F("tries") + 1,
            started_at=now,
        ):
            return None
        run = GradingRun.objects.select_related("submission").get(pk=run_id)
        _announce(run_id)
    submission = run.submission
    return Claim(
        run_id=run_id,
        token=token,
        exercise=submission.exercise,
        framework=submission.framework,
        device=submission.device,
        source=submission.source,
        seed=run.seed,
        is_visible_only=submission.is_visible_only,
    )


def lease(exercise: str) -> timedelta:
    """How long a claim on a run of `exercise` holds: what the learner's program may take, and our own margin."""
    try:
        wall_seconds = registry.get(exercise).limits.wall_seconds
    except (ExerciseError, UsageError):  # withdrawn or broken since it was sent: the worker will say so at once
        wall_seconds = 0.0
    return timedelta(seconds=settings.GRADING_LEASE_SECONDS + wall_seconds)


def finish(held: Claim, report: GradeReport) -> bool:
    """Store the report of a claimed run, once. False, and nothing is stored, if the claim is no longer valid.

    Raises `UnstorableReport` if the report is broken; the run is then still claimed.
    """
    stored = stored_report(report)
    with transaction.atomic():
        is_stored = _held(held).update(
            state=RunState.GRADED,
            claim_token=None,
            lease_expires_at=None,
            finished_at=timezone.now(),
            exercise_digest=report.exercise_digest,
            verdict=report.verdict.value,
            points=report.points,
            max_points=report.max_points,
            uses_attempt=report.verdict.uses_attempt and not report.is_visible_only,
            report=stored,
            failure="",
        )
        if not is_stored:
            return False
        DiagnosedMisconception.objects.bulk_create(
            DiagnosedMisconception(run_id=held.run_id, misconception=name) for name in named_misconceptions(report)
        )
        _announce(held.run_id)
    return True


def fail(held: Claim, reason: str, *, may_retry: bool = True) -> RunState | None:
    """Give up a claimed run through a fault of ours: queued again while tries are left, else failed for good.

    Returns the new state, or None if the claim is no longer valid. `reason` is for operators. No attempt is used.
    """
    with transaction.atomic():
        tries = _held(held).values_list("tries", flat=True).first()
        if tries is None:
            return None
        is_last = not may_retry or tries >= settings.GRADING_MAX_TRIES
        change = _failed(reason) if is_last else _queued_again(reason)
        if not _held(held).update(**change):
            return None
        _announce(held.run_id)
    return change["state"]


def release(held: Claim) -> bool:
    """Put a claimed run back without counting the try: the worker is going away in good order."""
    with transaction.atomic():
        is_released = _held(held).update(**_queued_again(""), tries=F("tries") - 1)
        if is_released:
            _announce(held.run_id)
    return bool(is_released)


def expire(*, now: datetime | None = None) -> Expired:
    """Take runs back from workers whose lease has run out: they died, or hang."""
    moment = now or timezone.now()
    overdue = GradingRun.objects.filter(state=RunState.RUNNING, lease_expires_at__lt=moment)
    requeued = failed = 0
    for run_id, token, tries in overdue.values_list("pk", "claim_token", "tries"):
        reason = f"the lease ran out in try {tries}"
        is_last = tries >= settings.GRADING_MAX_TRIES
        with transaction.atomic():
            mine = GradingRun.objects.filter(pk=run_id, state=RunState.RUNNING, claim_token=token)
            if not mine.update(**(_failed(reason) if is_last else _queued_again(reason))):
                continue
            _announce(run_id)
        requeued += not is_last
        failed += is_last
    return Expired(requeued=requeued, failed=failed)


def awaiting_broker(*, now: datetime | None = None) -> list[tuple[uuid.UUID, str]]:
    """The oldest queued runs of which the broker has no message or may have lost it: (run id, queue).

    A run that merely waits its turn for long is listed too; a second message for it does no harm. But while no worker
    takes any, messages must not pile up: each is given twice the time of the one before, up to a limit, and one call
    lists at most `SWEEP_BATCH` runs.
    """
    moment = now or timezone.now()
    is_lost = Q(enqueued_at__isnull=True)
    for doublings in range(_MOST_DOUBLINGS + 1):
        lost_before = moment - timedelta(seconds=settings.ENQUEUE_AGAIN_SECONDS * 2**doublings)
        was_sent_so_often = Q(sends__lte=doublings + 1) if doublings < _MOST_DOUBLINGS else Q()
        is_lost |= was_sent_so_often & Q(enqueued_at__lt=lost_before)
    lost = GradingRun.objects.filter(is_lost, state=RunState.QUEUED)
    return list(lost.order_by("queued_at", "pk").values_list("pk", "queue")[:SWEEP_BATCH])


def mark_enqueued(run_id: uuid.UUID) -> None:
    """Note that the broker has taken a message for this run."""
    queued = GradingRun.objects.filter(pk=run_id, state=RunState.QUEUED)
    queued.update(enqueued_at=timezone.now(), sends=F("sends") + 1)


def supersede(older: QuerySet[GradingRun]) -> list[uuid.UUID]:
    """Close those runs of `older` that are still queued, because the learner has sent something newer.

    A run that a worker has already begun stays: its verdict is on its way and will be stored.
    """
    return _close(older.values_list("pk", flat=True), (RunState.QUEUED,), RunState.SUPERSEDED)


def cancel(run_ids: Iterable[uuid.UUID]) -> list[uuid.UUID]:
    """Close runs that the learner takes back. What a worker still makes of one finds no valid claim."""
    return _close(run_ids, (RunState.QUEUED, RunState.RUNNING), RunState.CANCELLED)


def _close(run_ids: Iterable[uuid.UUID], open_states: Sequence[RunState], final: RunState) -> list[uuid.UUID]:
    closed = []
    with transaction.atomic():
        for run_id in list(run_ids):
            still_open = GradingRun.objects.filter(pk=run_id, state__in=open_states)
            if still_open.update(state=final, claim_token=None, lease_expires_at=None, finished_at=timezone.now()):
                closed.append(run_id)
                _announce(run_id)
    return closed


def _held(held: Claim) -> QuerySet[GradingRun]:
    return GradingRun.objects.filter(pk=held.run_id, state=RunState.RUNNING, claim_token=held.token)


def _queued_again(reason: str) -> dict[str, Any]:
    return {
        "state": RunState.QUEUED,
        "claim_token": None,
        "lease_expires_at": None,
        "enqueued_at": None,
        "sends": 0,
        "failure": reason,
    }


def _failed(reason: str) -> dict[str, Any]:
    return {
        "state": RunState.FAILED,
        "claim_token": None,
        "lease_expires_at": None,
        "finished_at": timezone.now(),
        "uses_attempt": False,
        "failure": reason,
    }


def _announce(run_id: uuid.UUID) -> None:
    transaction.on_commit(partial(run_changed.send, sender=GradingRun, run_id=run_id))
