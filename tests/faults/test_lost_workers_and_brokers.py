"""Workers are killed, messages are lost and doubled, Redis goes away: each submission still ends graded, once."""

from __future__ import annotations

import os
import signal

import pytest

from mha_course.submissions import runs, tasks
from mha_course.submissions.models import GradingRun, RunState
from mha_course.submissions.selectors import latest_run
from tests.servers import descendants, is_alive, wait_until

pytestmark = pytest.mark.redis

RIGHT = """
def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).transpose(0, 2, 1, 3)
"""
WRONG = """
def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, num_heads, seq_len, d_model // num_heads)
"""
SLOW_BUT_RIGHT = "import time\ntime.sleep(1.5)\n" + RIGHT
ENDLESS = "def split_heads(x, num_heads):\n    while True: pass\n"

LONGEST_SECONDS = 60.0


def state(submission) -> str:
    return GradingRun.objects.values_list("state", flat=True).get(submission=submission)


def wait_for(submission, expected: RunState) -> GradingRun:
    wait_until(lambda: state(submission) == expected, what=f"state {expected}", seconds=LONGEST_SECONDS)
    return latest_run(submission)


def sweep_until(submission, expected: RunState) -> GradingRun:
    """As beat does it, but from this process."""

    def swept() -> bool:
        tasks.sweep()
        return state(submission) == expected

    wait_until(swept, what=f"state {expected}", seconds=LONGEST_SECONDS)
    return latest_run(submission)


@pytest.fixture(autouse=True)
def _short_waits(settings):
    settings.GRADING_LEASE_SECONDS = 2.0
    settings.ENQUEUE_AGAIN_SECONDS = 0.5


def test_submissions_take_the_real_path_and_a_message_delivered_thrice_is_graded_once(start_worker, send, person):
    start_worker()
    run = latest_run(send(WRONG))
    tasks.enqueue(run.pk, run.queue)
    tasks.enqueue(run.pk, run.queue)
    graded = wait_for(run.submission, RunState.GRADED)
    assert graded.verdict == "wrong_value"
    assert [row.misconception for row in graded.misconceptions.all()] == ["split-view-no-transpose"]
    # The worker takes messages in order, so once this one is graded, the doubled ones have been dealt with.
    assert wait_for(send(RIGHT), RunState.GRADED).verdict == "accepted"
    run.refresh_from_db()
    assert run.tries == 1
    assert run.finished_at == graded.finished_at


def test_a_pool_process_killed_in_the_middle_of_a_run_costs_nothing(start_worker, beat, send):
    worker = start_worker()
    submission = send(SLOW_BUT_RIGHT)
    wait_for(submission, RunState.RUNNING)
    below = descendants(worker.pid)
    os.kill(below[0], signal.SIGKILL)
    graded = wait_for(submission, RunState.GRADED)
    assert graded.verdict == "accepted"
    assert graded.tries == 2
    assert not any(is_alive(pid) for pid in below)


def test_a_worker_killed_in_the_middle_of_a_run_costs_nothing_and_leaves_no_process_behind(start_worker, send):
    worker = start_worker()
    submission = send(SLOW_BUT_RIGHT)
    wait_for(submission, RunState.RUNNING)
    below = descendants(worker.pid)
    for pid in (worker.pid, below[0]):
        os.kill(pid, signal.SIGKILL)
    worker.wait()
    wait_until(lambda: not any(is_alive(pid) for pid in below), what="the end of the killed worker's processes")
    start_worker()
    graded = sweep_until(submission, RunState.GRADED)
    assert graded.verdict == "accepted"
    assert graded.tries == 2


def test_a_submission_sent_while_redis_is_away_is_graded_once_it_is_back(start_worker, redis_server, send):
    start_worker()
    redis_server.stop()
    submission = send(RIGHT)
    assert state(submission) == RunState.QUEUED
    assert latest_run(submission).enqueued_at is None
    tasks.sweep()  # Redis is still away: this must neither raise nor wait
    redis_server.start()
    graded = sweep_until(submission, RunState.GRADED)
    assert graded.verdict == "accepted"
    assert graded.tries == 1


def test_a_submission_sent_while_redis_does_not_answer_is_stored_and_graded_later(start_worker, redis_server, send):
    with redis_server.frozen():
        submission = send(RIGHT)
    assert latest_run(submission).enqueued_at is None
    start_worker()
    assert sweep_until(submission, RunState.GRADED).verdict == "accepted"


def test_messages_that_redis_forgot_are_sent_again(start_worker, redis_server, send):
    submission = send(RIGHT)
    assert latest_run(submission).enqueued_at is not None
    redis_server.stop()
    redis_server.start()
    start_worker()
    assert sweep_until(submission, RunState.GRADED).verdict == "accepted"


def test_endless_programs_do_not_stop_the_queue(start_worker, send, database):
    from mha_course.people.models import User

    start_worker(processes=2)
    endless = [send(ENDLESS, learner=User.objects.create_user(f"loop{number}")) for number in range(3)]
    submission = send(RIGHT)
    assert wait_for(submission, RunState.GRADED).verdict == "accepted"
    assert [wait_for(loop, RunState.GRADED).verdict for loop in endless] == ["time_limit"] * 3


def test_what_learners_send_now_goes_before_regrades(start_worker, send):
    from mha_course.submissions import services

    older = [send(WRONG) for _one in range(3)]  # each replaces the one before it
    runs.cancel([latest_run(older[-1]).pk])
    regrades = services.regrade(submissions=older)
    assert len(regrades) == 3
    submission = send(RIGHT, exercise="split-heads")
    start_worker()
    graded = wait_for(submission, RunState.GRADED)
    for regrade in regrades:
        wait_until(lambda run=regrade: is_graded(run), what="the regrade")
    assert all(graded.finished_at < regrade.finished_at for regrade in regrades)


def is_graded(run) -> bool:
    run.refresh_from_db()
    return run.state == RunState.GRADED


def test_a_worker_that_dies_every_time_ends_in_a_failure_of_ours(send, redis_server, settings):
    """No worker is running: claims are made here and abandoned, as by a worker that is killed each time."""
    settings.GRADING_MAX_TRIES = 2
    settings.GRADING_LEASE_SECONDS = -60.0  # every lease has run out before it begins
    submission = send(RIGHT)
    for _try in range(2):
        assert runs.claim(latest_run(submission).pk)
        runs.expire()
    failed = latest_run(submission)
    assert failed.state == RunState.FAILED
    assert not failed.uses_attempt
