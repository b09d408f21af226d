"""A run is graded once, whatever is delivered twice, wakes up late or dies."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from mha_course.submissions import runs
from mha_course.submissions.errors import UnstorableReport
from mha_course.submissions.models import DiagnosedMisconception, RunState
from mha_course.submissions.selectors import latest_run
from mha_course.submissions.signals import run_changed
from tests.mha_course.submissions.reports import ACCEPTED, REJECTED, WRONG


@pytest.fixture
def run(submit):
    return latest_run(submit())


def reread(run):
    run.refresh_from_db()
    return run


def long_after(run):
    return reread(run).lease_expires_at + timedelta(seconds=1)


def test_a_claim_holds_what_grading_needs_and_is_given_once(run):
    held = runs.claim(run.pk)
    assert (held.exercise, held.framework, held.device, held.seed) == ("split-heads", "numpy", "cpu", run.seed)
    assert runs.claim(run.pk) is None
    assert reread(run).state == RunState.RUNNING
    assert run.tries == 1
    assert run.lease_expires_at > run.started_at


def test_finishing_stores_the_report_and_what_it_names(run):
    assert runs.finish(runs.claim(run.pk), WRONG)
    assert reread(run).state == RunState.GRADED
    assert (run.verdict, run.points, run.max_points, run.uses_attempt) == ("wrong_value", 0, 10, True)
    assert run.report["verdict"] == "wrong_value"
    assert run.claim_token is None
    assert run.finished_at is not None
    assert [row.misconception for row in run.misconceptions.all()] == ["split-view-no-transpose"]


def test_a_report_is_stored_once(run):
    held = runs.claim(run.pk)
    assert runs.finish(held, WRONG)
    assert not runs.finish(held, ACCEPTED)
    assert reread(run).verdict == "wrong_value"
    assert DiagnosedMisconception.objects.count() == 1


def test_a_program_that_never_ran_costs_no_attempt(run):
    runs.finish(runs.claim(run.pk), REJECTED)
    assert not reread(run).uses_attempt


def test_a_worker_that_wakes_up_after_its_lease_changes_nothing(run):
    late = runs.claim(run.pk)
    runs.expire(now=long_after(run))
    in_time = runs.claim(run.pk)
    assert not runs.finish(late, ACCEPTED)
    assert runs.fail(late, "too late") is None
    assert not runs.release(late)
    assert runs.finish(in_time, WRONG)
    assert reread(run).verdict == "wrong_value"


def test_an_expired_lease_is_tried_again_and_then_fails_without_costing_an_attempt(run, settings):
    settings.GRADING_MAX_TRIES = 2
    runs.claim(run.pk)
    assert runs.expire(now=long_after(run)) == runs.Expired(requeued=1, failed=0)
    assert reread(run).state == RunState.QUEUED
    assert run.enqueued_at is None
    runs.claim(run.pk)
    assert runs.expire(now=long_after(run)) == runs.Expired(requeued=0, failed=1)
    assert reread(run).state == RunState.FAILED
    assert not run.uses_attempt
    assert "lease" in run.failure


def test_a_lease_that_still_holds_is_left_alone(run):
    runs.claim(run.pk)
    assert runs.expire() == runs.Expired(requeued=0, failed=0)
    assert reread(run).state == RunState.RUNNING


def test_our_failure_is_tried_again_until_no_try_is_left(run, settings):
    settings.GRADING_MAX_TRIES = 2
    assert runs.fail(runs.claim(run.pk), "disk full") == RunState.QUEUED
    assert runs.fail(runs.claim(run.pk), "disk full") == RunState.FAILED
    assert reread(run).failure == "disk full"
    assert not run.uses_attempt


def test_what_no_retry_can_mend_fails_at_once(run):
    assert runs.fail(runs.claim(run.pk), "exercise withdrawn", may_retry=False) == RunState.FAILED


def test_a_released_run_waits_again_and_the_try_does_not_count(run):
    assert runs.release(runs.claim(run.pk))
    assert reread(run).state == RunState.QUEUED
    assert run.tries == 0


def test_a_cancelled_run_takes_no_report(run):
    held = runs.claim(run.pk)
    assert runs.cancel([run.pk]) == [run.pk]
    assert not runs.finish(held, ACCEPTED)
    assert reread(run).state == RunState.CANCELLED


@pytest.mark.parametrize("points", [-1, 11])
def test_points_outside_the_rubric_are_not_stored(run, points):
    with pytest.raises(UnstorableReport):
        runs.finish(runs.claim(run.pk), replace(ACCEPTED, points=points))
    assert reread(run).state == RunState.RUNNING


def test_a_number_that_is_none_is_not_stored(run):
    with pytest.raises(UnstorableReport):
        runs.finish(runs.claim(run.pk), replace(ACCEPTED, total_ms=float("nan")))


def test_printed_text_that_no_database_takes_is_stored_readably(run):
    runs.finish(runs.claim(run.pk), replace(ACCEPTED, stdout="a\x00b\udcffc"))
    assert reread(run).report["stdout"] == "a\N{SYMBOL FOR NULL}b?c"


def test_runs_that_no_broker_knows_or_may_have_lost_are_found_oldest_first(run, submit, settings):
    other = latest_run(submit(exercise="concat-heads"))
    assert runs.awaiting_broker() == []
    later = timezone.now() + timedelta(seconds=settings.ENQUEUE_AGAIN_SECONDS + 1)
    assert runs.awaiting_broker(now=later) == [(run.pk, run.queue), (other.pk, other.queue)]
    runs.claim(run.pk)
    assert runs.awaiting_broker(now=later) == [(other.pk, other.queue)]


def test_a_run_that_nobody_takes_is_sent_again_ever_less_often(run, settings):
    settings.ENQUEUE_AGAIN_SECONDS = 60.0
    waits = []
    for _send in range(7):
        reread(run)
        seconds = next(
            seconds
            for seconds in range(60, 6000, 60)
            if runs.awaiting_broker(now=run.enqueued_at + timedelta(seconds=seconds, microseconds=1))
        )
        waits.append(seconds)
        runs.mark_enqueued(run.pk)
    assert waits == [60, 120, 240, 480, 960, 960, 960]


def test_a_run_that_waits_anew_is_sent_at_once_and_counted_anew(run, settings):
    for _send in range(4):
        runs.mark_enqueued(run.pk)
    runs.release(runs.claim(run.pk))
    assert runs.awaiting_broker() == [(run.pk, run.queue)]
    runs.mark_enqueued(run.pk)
    assert reread(run).sends == 1
    later = timezone.now() + timedelta(seconds=settings.ENQUEUE_AGAIN_SECONDS + 1)
    assert runs.awaiting_broker(now=later) == [(run.pk, run.queue)]


def test_one_sweep_takes_the_oldest_and_the_next_goes_on(run, submit, monkeypatch):
    other = latest_run(submit(exercise="concat-heads"))
    monkeypatch.setattr(runs, "SWEEP_BATCH", 1)
    for each in (run, other):
        runs.release(runs.claim(each.pk))
    assert runs.awaiting_broker() == [(run.pk, run.queue)]
    runs.mark_enqueued(run.pk)
    assert runs.awaiting_broker() == [(other.pk, other.queue)]


def test_every_change_is_announced_after_its_commit(run, django_capture_on_commit_callbacks):
    heard = []

    def hear(*, run_id, **_sent):
        heard.append(run_id)

    run_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            held = runs.claim(run.pk)
            assert heard == []
        with django_capture_on_commit_callbacks(execute=True):
            runs.finish(held, ACCEPTED)
    finally:
        run_changed.disconnect(hear)
    assert heard == [run.pk, run.pk]
