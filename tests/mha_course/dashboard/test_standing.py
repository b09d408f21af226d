"""Who may need a word."""

from __future__ import annotations

from exercises import registry
from grader.verdicts import Verdict
from mha_course.dashboard.selectors.gradebook import gradebook
from mha_course.dashboard.selectors.standing import STUCK_AFTER, Reason, concerns
from mha_course.people import services
from tests.mha_course.dashboard.rows import send


def named(cohort):
    return [(concern.learner.username, concern.reason) for concern in concerns(gradebook(cohort, "en"))]


def solve(learner, count):
    for exercise in registry.all_exercises()[:count]:
        send(learner, exercise.slug, verdict=Verdict.ACCEPTED, points=10)


def test_a_class_that_has_not_begun_is_not_behind(cohort):
    assert named(cohort) == []


def test_whoever_sent_nothing_while_others_did_is_named(cohort, learner, make_user):
    busy = make_user("busy")
    services.enrol(user=busy, cohort=cohort)
    solve(busy, 1)
    assert named(cohort) == [("learner", Reason.NOT_BEGUN)]


def test_many_submissions_without_an_accepted_one_are_stuck(cohort, learner):
    for _round in range(STUCK_AFTER - 1):
        send(learner, "softmax")
    assert named(cohort) == []
    send(learner, "softmax")
    (concern,) = concerns(gradebook(cohort, "en"))
    assert (concern.reason, concern.exercise, concern.submissions) == (Reason.STUCK, "softmax", STUCK_AFTER)


def test_an_accepted_submission_ends_being_stuck(cohort, learner):
    for _round in range(STUCK_AFTER):
        send(learner, "softmax", age_seconds=60)
    send(learner, "softmax", verdict=Verdict.ACCEPTED, points=10)
    assert named(cohort) == []


def test_two_exercises_below_the_median_is_behind(cohort, learner, make_user):
    for number, solved in enumerate([3, 3, 4]):
        person = make_user(f"person{number}")
        services.enrol(user=person, cohort=cohort)
        solve(person, solved)
    solve(learner, 1)
    assert named(cohort) == [("learner", Reason.BEHIND)]
    solve(learner, 2)
    assert named(cohort) == []


def test_the_most_urgent_reason_comes_first(cohort, learner, make_user):
    stuck = make_user("stuck")
    services.enrol(user=stuck, cohort=cohort)
    for _round in range(STUCK_AFTER):
        send(stuck)
    assert named(cohort) == [("learner", Reason.NOT_BEGUN), ("stuck", Reason.STUCK)]
