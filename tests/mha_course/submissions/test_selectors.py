"""What pages are told, at a known number of queries."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from mha_course.celery import GRADE_CPU, GRADE_GPU, REGRADE
from mha_course.submissions import runs, selectors, services
from mha_course.submissions.models import GradingRun, RunState
from mha_course.submissions.permissions import may_cancel, may_read, may_regrade
from mha_course.submissions.selectors import Progress, latest_run
from tests.mha_course.submissions.reports import ACCEPTED, REJECTED, WRONG


@pytest.fixture
def grade(submit):
    """Submits and stores `report` for it."""

    def grade(report, **changes):
        submission = submit(**changes)
        runs.finish(runs.claim(latest_run(submission).pk), report)
        return submission

    return grade


def test_progress_is_the_best_of_what_was_graded(grade, submit, learner, django_assert_num_queries):
    grade(WRONG)
    grade(ACCEPTED)
    grade(replace(WRONG, points=4))
    submit()
    submit(exercise="concat-heads")
    with django_assert_num_queries(2):
        progress = selectors.progress(learner)
    assert progress == {
        "split-heads": Progress(best_points=10, max_points=10, is_accepted=True, submissions=4),
        "concat-heads": Progress(best_points=None, max_points=None, is_accepted=False, submissions=1),
    }


def test_a_regrade_replaces_what_it_corrects_and_a_failed_one_changes_nothing(grade, learner):
    submission = grade(ACCEPTED)
    (failed,) = services.regrade(submissions=[submission])
    runs.fail(runs.claim(failed.pk), "disk full", may_retry=False)
    assert selectors.progress(learner)["split-heads"].best_points == 10
    (again,) = services.regrade(submissions=[submission])
    runs.finish(runs.claim(again.pk), replace(WRONG, points=3))
    assert selectors.progress(learner)["split-heads"].best_points == 3


def test_visible_cases_alone_earn_nothing(grade, learner):
    grade(replace(ACCEPTED, is_visible_only=True), visible_only=True)
    assert selectors.progress(learner)["split-heads"].is_accepted is False
    assert selectors.attempts_used(learner, "split-heads") == 0


def test_attempts_count_what_ran_once_for_each_submission(grade, learner):
    grade(REJECTED)
    submission = grade(WRONG)
    (again,) = services.regrade(submissions=[submission])
    runs.finish(runs.claim(again.pk), WRONG)
    assert selectors.attempts_used(learner, "split-heads") == 1


def test_history_is_newest_first_without_reports_in_two_queries(grade, learner, django_assert_num_queries):
    older, newer = grade(WRONG), grade(ACCEPTED)
    with django_assert_num_queries(2):
        history = list(selectors.history(learner, "split-heads"))
        verdicts = [submission.shown_runs[0].verdict for submission in history]
    assert history == [newer, older]
    assert verdicts == ["accepted", "wrong_value"]


def test_what_counts_stays_shown_while_a_regrade_waits_and_after_it_failed(grade, learner, django_assert_num_queries):
    submission = grade(ACCEPTED)
    counted = latest_run(submission)
    assert selectors.shown_and_newest_run(submission) == (counted, counted)
    (again,) = services.regrade(submissions=[submission])
    with django_assert_num_queries(1):
        assert selectors.shown_and_newest_run(submission) == (counted, again)
    runs.fail(runs.claim(again.pk), "disk full", may_retry=False)
    assert selectors.shown_and_newest_run(submission) == (counted, again)
    assert selectors.history(learner, "split-heads")[0].shown_runs == [counted]
    (better,) = services.regrade(submissions=[submission])
    runs.finish(runs.claim(better.pk), WRONG)
    assert selectors.shown_and_newest_run(submission) == (better, better)


def test_the_newest_run_is_shown_while_none_is_graded(submit):
    submission = submit()
    first = latest_run(submission)
    runs.fail(runs.claim(first.pk), "disk full", may_retry=False)
    (again,) = services.regrade(submissions=[submission])
    assert selectors.shown_and_newest_run(submission) == (again, again)


def test_runs_of_one_moment_are_in_the_same_order_everywhere(grade, learner):
    submission = grade(WRONG)
    (again,) = services.regrade(submissions=[submission])
    runs.finish(runs.claim(again.pk), ACCEPTED)
    submission.runs.update(queued_at=again.queued_at)
    last = max(submission.runs.all(), key=lambda run: run.pk)
    assert latest_run(submission) == last
    assert selectors.live_state(submission.pk).run_id == last.pk
    assert selectors.history(learner, "split-heads")[0].shown_runs == [last]
    assert selectors.shown_and_newest_run(submission) == (last, last)


def test_the_place_in_line_counts_who_came_before_in_the_same_queue(submit, make_user, django_assert_num_queries):
    first = latest_run(submit())
    last = latest_run(submit(learner=make_user("ken")))
    regraded = submit(exercise="concat-heads")
    runs.claim(latest_run(regraded).pk)
    services.regrade(submissions=[regraded])
    with django_assert_num_queries(1):
        assert selectors.queue_position(last) == 2
    runs.claim(first.pk)
    first.refresh_from_db()
    assert selectors.queue_position(first) is None
    assert selectors.queue_position(last) == 1


def test_the_live_state_is_that_of_the_newest_run(grade):
    submission = grade(WRONG)
    assert selectors.live_state(submission.pk).verdict == "wrong_value"
    (again,) = services.regrade(submissions=[submission])
    state = selectors.live_state(submission.pk)
    assert (state.run_id, state.state, state.is_final, state.position) == (again.pk, RunState.QUEUED, False, 1)


def test_the_state_of_all_queues_takes_four_queries(grade, submit, django_assert_num_queries):
    grade(ACCEPTED)
    waiting = latest_run(submit())
    runs.claim(latest_run(submit(exercise="concat-heads")).pk)
    GradingRun.objects.filter(pk=waiting.pk).update(enqueued_at=None)
    with django_assert_num_queries(4):
        states = selectors.queue_state(now=waiting.queued_at + timedelta(seconds=90))
    assert [state.queue for state in states] == [GRADE_CPU, GRADE_GPU, REGRADE]
    cpu = states[0]
    assert (cpu.waiting, cpu.running, cpu.not_with_broker, cpu.oldest_seconds) == (1, 1, 1, 90)
    assert cpu.usual_seconds is not None
    assert states[1].oldest_seconds is None


def test_who_may_read_take_back_and_regrade(submit, learner, cohort, instructor, make_user):
    submission = submit()
    classmate, staff = make_user("ken"), make_user("admin", is_staff=True)
    people = {"learner": learner, "instructor": instructor, "staff": staff, "other": classmate, "none": AnonymousUser()}
    readers = {name for name, person in people.items() if may_read(person, submission)}
    regraders = {name for name, person in people.items() if may_regrade(person, submission)}
    takers_back = {name for name, person in people.items() if may_cancel(person, submission)}
    assert readers == {"learner", "instructor", "staff"}
    assert regraders == {"instructor", "staff"}
    assert takers_back == {"learner"}
