"""What workers do. Each task takes ids, may run twice, and leaves every decision to `runs`."""

from __future__ import annotations

import logging
import uuid

import redis
from django.db import transaction
from kombu.exceptions import OperationalError

from exercises import registry
from grader.errors import ExerciseError, SandboxError, UsageError
from grader.grading import grade
from grader.verdicts import Verdict
from mha_course.celery import app
from mha_course.submissions import runs
from mha_course.submissions.errors import UnstorableReport
from mha_course.submissions.warm import drop_sandbox, grading_sandbox

logger = logging.getLogger(__name__)


@app.task
def grade_run(run_id: str) -> None:
    """Grade one queued run, if it still is one."""
    held = runs.claim(uuid.UUID(run_id))
    if held is None:
        return
    try:
        _grade(held)
    except SandboxError as error:
        drop_sandbox()
        logger.exception("The sandbox failed on run %s", run_id)
        runs.fail(held, f"{type(error).__name__}: {error}")
    except (ExerciseError, UsageError, UnstorableReport) as error:
        logger.exception("Run %s cannot be graded", run_id)
        runs.fail(held, f"{type(error).__name__}: {error}", may_retry=False)
    except SystemExit:
        runs.release(held)
        raise
    except Exception as error:  # a fault of ours, whatever it is: the learner must not wait for the sweeper to see it
        runs.fail(held, f"{type(error).__name__}: {error}")
        raise


def _grade(held: runs.Claim) -> None:
    report = grade(
        registry.get(held.exercise),
        held.source,
        sandbox=grading_sandbox(),
        framework=held.framework,
        device=held.device,
        seed=held.seed,
        visible_only=held.is_visible_only,
    )
    if report.verdict is Verdict.INTERNAL_ERROR:
        runs.fail(held, "the engine gave internal_error: " + "; ".join(finding.id for finding in report.findings))
        return
    if not runs.finish(held, report):
        logger.warning("Run %s was taken over while it was graded; this result is dropped", held.run_id)


@app.task
def sweep() -> None:
    """Find what was lost: runs whose worker is gone, and runs that no broker knows of."""
    expired = runs.expire()
    if expired.requeued or expired.failed:
        logger.warning("Leases ran out: %d runs queued again, %d failed", expired.requeued, expired.failed)
    for run_id, queue in runs.awaiting_broker():
        if not enqueue(run_id, queue):
            return


def enqueue_after_commit(run_id: uuid.UUID, queue: str) -> None:
    """Tell the broker about a run once its row is there for the worker to find."""
    transaction.on_commit(lambda: enqueue(run_id, queue))


def enqueue(run_id: uuid.UUID, queue: str) -> bool:
    """Give the broker a message for one run. False if it is away: the sweeper will try again."""
    try:
        grade_run.apply_async(args=[str(run_id)], queue=queue, retry=False)
    except (OperationalError, redis.RedisError, OSError) as error:
        logger.warning("The broker did not take run %s: %s", run_id, error)
        return False
    runs.mark_enqueued(run_id)
    return True
