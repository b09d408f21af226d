"""What a worker does when the engine, the sandbox, the exercise or the broker lets it down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.errors import ExerciseError, SandboxError
from grader.verdicts import Verdict
from mha_course.submissions import runs, tasks
from mha_course.submissions.models import RunState
from mha_course.submissions.selectors import latest_run
from tests.mha_course.submissions.reports import ACCEPTED


@pytest.fixture
def run(submit):
    return latest_run(submit())


@pytest.fixture
def engine(monkeypatch):
    """Sets what the engine does; no sandbox is started."""

    def set_engine(outcome):
        def grade(*_arguments, **_options):
            if isinstance(outcome, BaseException):
                raise outcome
            return outcome

        monkeypatch.setattr(tasks, "grade", grade)
        monkeypatch.setattr(tasks, "grading_sandbox", lambda: None)

    return set_engine


def graded(run):
    tasks.grade_run(str(run.pk))
    run.refresh_from_db()
    return run


def test_a_run_is_graded_and_a_second_delivery_does_nothing(run, engine):
    engine(ACCEPTED)
    assert graded(run).state == RunState.GRADED
    finished_at = run.finished_at
    assert graded(run).finished_at == finished_at


def test_a_run_that_is_gone_is_no_error(run, engine):
    engine(ACCEPTED)
    run.submission.delete()
    tasks.grade_run(str(run.pk))


def test_a_broken_sandbox_is_dropped_and_the_run_waits_for_another_try(run, engine, monkeypatch):
    dropped = []
    monkeypatch.setattr(tasks, "drop_sandbox", lambda: dropped.append(True))
    engine(SandboxError("the fork server is gone"))
    assert graded(run).state == RunState.QUEUED
    assert "fork server" in run.failure
    assert dropped == [True]


@pytest.mark.parametrize(
    "outcome",
    [ExerciseError("no cases"), replace(ACCEPTED, points=99), replace(ACCEPTED, total_ms=float("nan"))],
)
def test_what_no_retry_can_mend_fails_within_one_try_and_costs_nothing(run, engine, outcome):
    engine(outcome)
    assert graded(run).state == RunState.FAILED
    assert run.failure
    assert not run.uses_attempt
    assert run.points is None


def test_an_internal_error_is_ours_and_tried_again_until_it_fails(run, engine, settings):
    settings.GRADING_MAX_TRIES = 2
    engine(replace(ACCEPTED, verdict=Verdict.INTERNAL_ERROR, points=0))
    assert graded(run).state == RunState.QUEUED
    assert graded(run).state == RunState.FAILED
    assert not run.uses_attempt


def test_a_bug_of_ours_is_raised_for_the_log_and_the_run_waits_again_at_once(run, engine):
    engine(ZeroDivisionError("bug"))
    with pytest.raises(ZeroDivisionError):
        tasks.grade_run(str(run.pk))
    run.refresh_from_db()
    assert run.state == RunState.QUEUED
    assert "ZeroDivisionError" in run.failure


def test_a_worker_that_is_told_to_leave_gives_its_run_back_uncounted(run, engine):
    engine(SystemExit(0))
    with pytest.raises(SystemExit):
        tasks.grade_run(str(run.pk))
    run.refresh_from_db()
    assert run.state == RunState.QUEUED
    assert run.tries == 0


def test_the_sweeper_sends_what_the_broker_does_not_have_and_stops_when_it_is_away(run, submit, sent, monkeypatch):
    other = latest_run(submit(exercise="concat-heads"))
    for each in (run, other):
        runs.release(runs.claim(each.pk))
    sent.clear()
    tasks.sweep()
    assert [run_id for run_id, _queue in sent] == [str(run.pk), str(other.pk)]

    tries = []

    def refuse(**message):
        tries.append(message)
        raise ConnectionRefusedError

    for each in (run, other):
        runs.release(runs.claim(each.pk))
    monkeypatch.setattr(tasks.grade_run, "apply_async", refuse)
    tasks.sweep()
    assert len(tries) == 1
    run.refresh_from_db()
    assert run.enqueued_at is None


def test_with_no_redis_at_all_a_submission_is_stored_and_waits(no_redis, learner, django_capture_on_commit_callbacks):
    from mha_course.submissions import services

    with django_capture_on_commit_callbacks(execute=True):
        submission = services.submit(
            learner=learner, exercise="split-heads", framework="numpy", device="cpu", source="x = 1"
        )
    run = latest_run(submission)
    assert run.state == RunState.QUEUED
    assert run.enqueued_at is None
