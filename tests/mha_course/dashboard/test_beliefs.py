"""What the class believes, and which quiz items are hard."""

from __future__ import annotations

import pytest

from exercises import registry
from grader.verdicts import Verdict
from mha_course.dashboard.selectors.beliefs import beliefs
from mha_course.dashboard.selectors.catalogue import quiz_columns
from mha_course.dashboard.selectors.gradebook import gradebook
from mha_course.dashboard.selectors.quiz_results import item_analysis
from mha_course.people import services
from mha_course.people.selectors import learners_of
from tests.mha_course.dashboard.rows import add_run, answer, attempt_quiz, fill_class, send

VIEW = "split-view-no-transpose"


def seen(cohort, locale="en"):
    found = beliefs(learners_of(cohort), gradebook(cohort, locale), locale)
    return {belief.misconception: belief for belief in found}


def items(cohort):
    return item_analysis(learners_of(cohort), quiz_columns("en"))


@pytest.fixture
def neighbour(cohort, make_user):
    person = make_user("neighbour")
    services.enrol(user=person, cohort=cohort)
    return person


def test_learners_and_submissions_are_counted_apart(cohort, learner, neighbour):
    send(learner, misconceptions=[VIEW])
    send(learner, misconceptions=[VIEW])
    send(neighbour, misconceptions=[VIEW])
    belief = seen(cohort)[VIEW]
    assert (belief.learners, belief.submissions, belief.holding) == (2, 3, 2)


def test_whoever_solved_the_exercise_no_longer_holds_it(cohort, learner, neighbour):
    send(learner, misconceptions=[VIEW], age_seconds=60)
    send(learner, verdict=Verdict.ACCEPTED, points=10)
    send(neighbour, misconceptions=[VIEW])
    assert (seen(cohort)[VIEW].learners, seen(cohort)[VIEW].holding) == (2, 1)


def test_only_the_run_that_counts_is_counted(cohort, learner):
    submission = send(learner, misconceptions=[VIEW], age_seconds=60)
    add_run(submission, misconceptions=["split-flat-bh"])
    assert set(seen(cohort)) == {"split-flat-bh"}


def test_a_run_of_the_visible_cases_shows_a_belief_too(cohort, learner):
    send(learner, visible_only=True, misconceptions=[VIEW])
    assert seen(cohort)[VIEW].learners == 1


def test_what_most_still_hold_comes_first(cohort, learner, neighbour):
    send(learner, misconceptions=["b-few"])
    for person in (learner, neighbour):
        send(person, misconceptions=["c-many"])
        send(person, "softmax", misconceptions=["a-solved"], age_seconds=60)
        send(person, "softmax", verdict=Verdict.ACCEPTED, points=10)
    found = beliefs(learners_of(cohort), gradebook(cohort, "en"), "en")
    assert [belief.misconception for belief in found] == ["c-many", "b-few", "a-solved"]


def test_texts_are_in_the_readers_language(cohort, learner):
    send(learner, misconceptions=[VIEW])
    texts = {item.id: item.text for item in registry.get("split-heads").misconceptions}
    assert seen(cohort, "en")[VIEW].text == texts[VIEW].en
    assert seen(cohort, "ja")[VIEW].text == texts[VIEW].ja


def test_quiz_answers_count_beside_code(cohort, learner, neighbour):
    quiz = registry.all_quizzes()[0]
    send(neighbour, misconceptions=["dk-is-token-count"])
    answer(attempt_quiz(learner, quiz.slug), quiz.items[0].id, correct=False, misconceptions=["dk-is-token-count"])
    belief = seen(cohort)["dk-is-token-count"]
    assert (belief.learners, belief.quiz_learners, belief.submissions) == (2, 1, 1)
    assert belief.text == quiz.beliefs["dk-is-token-count"].en


def test_other_classes_are_not_counted(cohort, make_user):
    send(make_user("stranger"), misconceptions=[VIEW])
    assert seen(cohort) == {}


def test_an_item_is_judged_by_first_answers_only(cohort, learner, neighbour):
    quiz = registry.all_quizzes()[0]
    item = quiz.items[1].id
    answer(attempt_quiz(learner, quiz.slug), item, correct=False, misconceptions=["x-belief"])
    answer(attempt_quiz(learner, quiz.slug), item, correct=True)
    answer(attempt_quiz(neighbour, quiz.slug), item, correct=True)
    (row,) = items(cohort)
    assert (row.number, row.item, row.learners, row.correct, row.percent_correct) == (2, item, 2, 1, 50)
    assert row.misconceptions == (("x-belief", 1),)
    assert row.concept == quiz.concepts[quiz.items[1].concept].name.en


@pytest.mark.parametrize("learners", [3, 30])
def test_the_number_of_queries_is_the_same_for_any_class(cohort, learners, django_assert_num_queries):
    fill_class(cohort, learners)
    book = gradebook(cohort, "en")
    people = learners_of(cohort)
    with django_assert_num_queries(2):
        assert beliefs(people, book, "en")
    with django_assert_num_queries(1):
        assert items(cohort)[0].learners == learners
