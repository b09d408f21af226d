"""Many at once on a database that really locks: one wins, the others notice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from mha_course.submissions import runs
from mha_course.submissions.errors import SubmissionRefused
from mha_course.submissions.models import DiagnosedMisconception, GradingRun, RunState
from mha_course.submissions.selectors import latest_run
from tests.mha_course.submissions.reports import WRONG

AT_ONCE = 8
SOURCE = "def split_heads(x, num_heads): return x"


def all_at_once(act: Callable[[], Any]) -> list[Any]:
    """What `AT_ONCE` threads got that started `act` together, each over a connection of its own."""
    gate = Barrier(AT_ONCE)

    def run() -> Any:
        try:
            connection.ensure_connection()
            gate.wait()
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [future.result() for future in [threads.submit(run) for _thread in range(AT_ONCE)]]


def test_one_of_many_workers_gets_a_run(database, send):
    run = latest_run(send(SOURCE))
    claims = all_at_once(lambda: runs.claim(run.pk))
    assert len([held for held in claims if held is not None]) == 1
    run.refresh_from_db()
    assert run.tries == 1


def test_a_report_is_stored_by_one_of_many(database, send):
    held = runs.claim(latest_run(send(SOURCE)).pk)
    assert sorted(all_at_once(lambda: runs.finish(held, WRONG))) == [False] * (AT_ONCE - 1) + [True]
    assert DiagnosedMisconception.objects.count() == 1


def test_one_of_many_sweepers_takes_a_run_back(database, send, settings):
    settings.GRADING_LEASE_SECONDS = -60.0
    runs.claim(latest_run(send(SOURCE)).pk)
    assert sum(swept.requeued for swept in all_at_once(runs.expire)) == 1


def test_of_many_submissions_at_once_exactly_one_waits(database, send):
    all_at_once(lambda: send(SOURCE))
    states = sorted(GradingRun.objects.values_list("state", flat=True))
    assert states == [RunState.QUEUED] + [RunState.SUPERSEDED] * (AT_ONCE - 1)


def test_the_quota_holds_for_submissions_at_once(database, send, settings):
    settings.SUBMISSIONS_PER_MINUTE = 3

    def try_to_send() -> bool:
        try:
            return bool(send(SOURCE))
        except SubmissionRefused:
            return False

    assert sum(all_at_once(try_to_send)) == 3


@pytest.fixture(autouse=True)
def _no_waiting_for_redis(redis_server):
    """With Redis there, publishing is quick and the threads really meet in the database."""
