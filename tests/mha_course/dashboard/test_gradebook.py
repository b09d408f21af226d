"""Learners by exercises, from rows alone."""

from __future__ import annotations

import pytest
from django.utils import timezone

from exercises import registry
from grader.verdicts import Verdict
from mha_course.dashboard.selectors.gradebook import gradebook
from mha_course.people import services
from mha_course.submissions.models import RunState
from mha_course.submissions.selectors import progress
from tests.mha_course.dashboard.rows import add_run, answer, attempt_quiz, fill_class, send


def cell(cohort, learner, exercise="split-heads"):
    book = gradebook(cohort, "en")
    row = next(row for row in book.rows if row.learner == learner)
    return next(cell for cell in row.cells if cell.exercise == exercise)


def test_columns_follow_the_course_and_rows_the_names(cohort, make_user):
    second = make_user("second", display_name="A name that sorts first")
    services.enrol(user=second, cohort=cohort)
    book = gradebook(cohort, "ja")
    assert [column.slug for column in book.columns] == [exercise.slug for exercise in registry.all_exercises()]
    assert book.columns[0].title == registry.all_exercises()[0].title["ja"]
    assert [str(row.learner) for row in book.rows] == ["A name that sorts first", "学習者 一"]
    assert [len(row.cells) for row in book.rows] == [len(book.columns)] * 2


def test_instructors_are_no_rows(cohort, instructor):
    assert instructor not in [row.learner for row in gradebook(cohort, "en").rows]


def test_nothing_sent_is_an_empty_cell(cohort, learner):
    empty = cell(cohort, learner)
    assert (empty.mark, empty.verdict, empty.submissions, empty.last_submitted_at) == ("none", None, 0, None)
    assert empty.max_points == registry.get("split-heads").max_points


def test_the_best_submission_counts_and_the_last_one_dates_it(cohort, learner):
    send(learner, points=4, age_seconds=300)
    send(learner, verdict=Verdict.ACCEPTED, points=10, age_seconds=200)
    last = send(learner, verdict=Verdict.RUNTIME_ERROR, points=0, age_seconds=100)
    last.refresh_from_db()
    found = cell(cohort, learner)
    assert (found.mark, found.verdict, found.points, found.submissions) == ("accepted", Verdict.ACCEPTED, 10, 3)
    assert found.last_submitted_at == last.received_at


def test_of_equal_points_the_newest_verdict_shows(cohort, learner):
    send(learner, verdict=Verdict.WRONG_SHAPE, age_seconds=200)
    send(learner, verdict=Verdict.WRONG_DTYPE, age_seconds=100)
    assert cell(cohort, learner).verdict is Verdict.WRONG_DTYPE


def test_a_regrade_replaces_what_it_corrects(cohort, learner):
    submission = send(learner, verdict=Verdict.ACCEPTED, points=10, age_seconds=300)
    add_run(submission, points=3, age_seconds=10)
    found = cell(cohort, learner)
    assert (found.verdict, found.points, found.mark) == (Verdict.WRONG_VALUE, 3, "partial")


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.QUEUED, RunState.RUNNING, RunState.CANCELLED])
def test_a_later_run_without_a_judgement_hides_nothing(cohort, learner, state):
    submission = send(learner, verdict=Verdict.ACCEPTED, points=10, age_seconds=300)
    add_run(submission, state=state, age_seconds=10)
    found = cell(cohort, learner)
    assert (found.mark, found.waiting, found.failed) == ("accepted", 0, 0)


@pytest.mark.parametrize(
    ("state", "mark"),
    [
        (RunState.QUEUED, "waiting"),
        (RunState.RUNNING, "waiting"),
        (RunState.FAILED, "failed"),
        (RunState.SUPERSEDED, "withdrawn"),
        (RunState.CANCELLED, "withdrawn"),
    ],
)
def test_what_was_never_judged_says_why(cohort, learner, state, mark):
    send(learner, state=state)
    assert cell(cohort, learner).mark == mark


def test_runs_of_the_visible_cases_earn_nothing(cohort, learner):
    send(learner, visible_only=True, verdict=Verdict.ACCEPTED, points=10)
    assert cell(cohort, learner).mark == "none"
    assert progress(learner)["split-heads"].best_points is None
    assert not progress(learner)["split-heads"].is_accepted


def test_the_gradebook_agrees_with_what_the_learner_is_shown(cohort):
    for person in fill_class(cohort, 4):
        submission = send(person, verdict=Verdict.ACCEPTED, points=10, age_seconds=60)
        add_run(submission, points=1, age_seconds=5)
        shown = progress(person)
        for exercise in registry.all_exercises():
            found = cell(cohort, person, exercise.slug)
            own = shown[exercise.slug]
            assert (found.points, found.is_accepted) == (own.best_points, own.is_accepted)


def test_quizzes_show_the_best_attempt_over_all_items(cohort, learner):
    quiz = registry.all_quizzes()[0]
    first, second = attempt_quiz(learner, quiz.slug), attempt_quiz(learner, quiz.slug)
    for item in quiz.items[:3]:
        answer(first, item.id, correct=True)
    answer(second, quiz.items[0].id, correct=True)
    row = next(row for row in gradebook(cohort, "en").rows if row.learner == learner)
    mark = next(mark for mark in row.quizzes if mark.quiz == quiz.slug)
    assert (mark.answered, mark.items, mark.percent) == (3, len(quiz.items), int(300 / len(quiz.items) + 0.5))


def test_one_learners_rows_are_not_anothers(cohort, learner, make_user):
    neighbour = make_user("neighbour")
    services.enrol(user=neighbour, cohort=cohort)
    send(neighbour, verdict=Verdict.ACCEPTED, points=10)
    assert cell(cohort, learner).mark == "none"
    assert cell(cohort, neighbour).mark == "accepted"


@pytest.mark.parametrize("learners", [3, 30])
def test_the_number_of_queries_is_the_same_for_any_class(cohort, learners, django_assert_num_queries):
    fill_class(cohort, learners)
    with django_assert_num_queries(4):
        book = gradebook(cohort, "en")
    assert len(book.rows) == learners + 1
    assert timezone.is_aware(book.rows[0].last_submitted_at)
