"""Is anything stuck?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from mha_course.dashboard.selectors.queue import queue_health
from mha_course.submissions.models import GradingRun, RunState
from tests.mha_course.dashboard.rows import send


def only():
    (health,) = queue_health()
    return health


def test_a_site_at_rest_has_no_queue_to_show(db):
    assert queue_health() == ()


def test_runs_are_counted_by_state_and_queue(learner):
    send(learner, state=RunState.QUEUED, age_seconds=40)
    send(learner, state=RunState.QUEUED, age_seconds=20)
    send(learner, state=RunState.RUNNING, age_seconds=5)
    send(learner, state=RunState.QUEUED, queue="regrade")
    cpu, regrade = queue_health()
    assert (cpu.state.queue, cpu.state.waiting, cpu.state.running, cpu.mark) == ("grade.cpu", 2, 1, "busy")
    assert cpu.state.oldest_seconds == pytest.approx(40, abs=10)
    assert (regrade.state.queue, regrade.state.waiting) == ("regrade", 1)


def test_a_long_wait_without_a_worker_is_stuck(learner):
    send(learner, state=RunState.QUEUED, age_seconds=300)
    assert only().is_stuck
    assert only().mark == "stuck"


def test_a_long_wait_behind_a_working_worker_is_not(learner):
    send(learner, state=RunState.QUEUED, age_seconds=300)
    send(learner, state=RunState.GRADED, age_seconds=2)
    assert not only().is_stuck
    assert only().mark == "busy"


def test_a_worker_that_stopped_a_while_ago_no_longer_counts(learner):
    send(learner, state=RunState.GRADED, age_seconds=600)
    send(learner, state=RunState.QUEUED, age_seconds=300)
    assert only().is_stuck


def test_failures_of_the_last_day_are_told_and_older_ones_are_not(learner):
    send(learner, state=RunState.FAILED, age_seconds=3600)
    send(learner, state=RunState.FAILED, age_seconds=26 * 3600)
    assert (only().failed_lately, only().mark) == (1, "failing")


def test_a_lease_that_ran_out_is_overdue(learner):
    send(learner, state=RunState.RUNNING, age_seconds=10)
    GradingRun.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    assert only().overdue == 1


@pytest.mark.parametrize("runs", [1, 25])
def test_the_number_of_queries_is_fixed(learner, runs, django_assert_num_queries):
    for _number in range(runs):
        send(learner, state=RunState.QUEUED)
    with django_assert_num_queries(5):
        queue_health()
