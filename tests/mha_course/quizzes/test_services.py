"""Attempts: resumed, answered once, closed; by their own learner only."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from grader.quiz import Kind, instantiate
from mha_course.quizzes import catalogue, services
from mha_course.quizzes.errors import (
    AttemptFinishedError,
    ForeignAttemptError,
    UnknownQuizError,
    UnreadableResponse,
)
from mha_course.quizzes.models import QuizAttempt, QuizResponse

pytestmark = pytest.mark.django_db
QUIZ = "dk-and-cross-attention"


@pytest.fixture
def attempt(learner):
    return services.start(learner=learner, quiz=QUIZ)


def test_starting_again_resumes_the_open_attempt(learner, attempt):
    assert services.start(learner=learner, quiz=QUIZ) == attempt
    assert QuizAttempt.objects.count() == 1


def test_after_finishing_another_attempt_starts_with_other_numbers(learner, attempt):
    services.finish(learner=learner, attempt=attempt)

    again = services.start(learner=learner, quiz=QUIZ)

    assert again.pk != attempt.pk
    assert again.seed != attempt.seed
    item = catalogue.find_quiz(QUIZ).item("head-width")
    stems = {instantiate(item, seed).stem.en for seed in (attempt.seed, again.seed)}
    assert len(stems) == 2


def test_the_numbers_are_known_before_the_attempt_begins(learner):
    seed = catalogue.attempt_seed(learner, QUIZ)

    assert services.start(learner=learner, quiz=QUIZ).seed == seed


def test_an_unknown_quiz_or_item_is_named(learner, attempt):
    with pytest.raises(UnknownQuizError, match=QUIZ):
        services.start(learner=learner, quiz="astrology")
    with pytest.raises(UnknownQuizError, match="head-width"):
        services.answer(learner=learner, attempt=attempt, item="astrology", response="1")


def test_the_first_answer_is_stored_with_its_mark_and_belief(learner, attempt):
    stored = services.answer(learner=learner, attempt=attempt, item="who-asks", response="encoder-asks")

    stored.refresh_from_db()
    assert (stored.response, stored.is_correct, stored.share) == ("encoder-asks", False, 0.0)
    assert (stored.concept, stored.misconceptions) == ("cross-attention", ["cross-roles-swapped"])


def test_a_later_answer_does_not_replace_the_first(learner, attempt):
    first = services.answer(learner=learner, attempt=attempt, item="who-asks", response="encoder-asks")

    later = services.answer(learner=learner, attempt=attempt, item="who-asks", response="decoder-asks")

    assert later == first
    assert QuizResponse.objects.get().response == "encoder-asks"


def test_a_typed_answer_is_marked_against_the_numbers_of_this_attempt(learner, attempt):
    values = catalogue.item_instance(catalogue.find_quiz(QUIZ), "head-width", attempt.seed).values

    stored = services.answer(learner=learner, attempt=attempt, item="head-width", response=str(values["seq_len"]))

    assert stored.misconceptions == ["dk-is-token-count"]


@pytest.mark.parametrize(
    ("item", "response"),
    [("head-width", "wide"), ("who-asks", None), ("cross-weights-shape", "(T, S)"), ("pytorch-concat-blank", "\x00")],
)
def test_what_cannot_be_read_costs_nothing(learner, attempt, item, response):
    with pytest.raises(UnreadableResponse) as refused:
        services.answer(learner=learner, attempt=attempt, item=item, response=response)

    assert str(refused.value).endswith(".")
    assert not QuizResponse.objects.exists()


def test_an_attempt_belongs_to_its_learner(instructor, attempt):
    with pytest.raises(ForeignAttemptError):
        services.answer(learner=instructor, attempt=attempt, item="who-asks", response="decoder-asks")
    with pytest.raises(ForeignAttemptError):
        services.finish(learner=instructor, attempt=attempt)

    attempt.refresh_from_db()
    assert attempt.finished_at is None
    assert not QuizResponse.objects.exists()


def test_a_finished_attempt_keeps_its_answers_and_takes_no_more(learner, attempt):
    first = services.answer(learner=learner, attempt=attempt, item="who-asks", response="decoder-asks")
    closed = services.finish(learner=learner, attempt=attempt)

    assert services.finish(learner=learner, attempt=attempt).finished_at == closed.finished_at
    assert services.answer(learner=learner, attempt=attempt, item="who-asks", response="encoder-asks") == first
    with pytest.raises(AttemptFinishedError):
        services.answer(learner=learner, attempt=attempt, item="head-width", response="8")


def test_the_database_itself_refuses_a_second_answer_and_a_second_open_attempt(learner, attempt):
    services.answer(learner=learner, attempt=attempt, item="who-asks", response="decoder-asks")
    twin = QuizResponse(attempt=attempt, item="who-asks", response="x", is_correct=True, share=1.0, concept="d-k")

    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        QuizAttempt.objects.create(learner=learner, quiz=QUIZ, seed=1)


def test_a_double_click_stores_one_answer(learner, attempt, monkeypatch):
    """Both clicks have looked for a first answer, and found none, before either stores its own."""
    real_mark = services.mark

    def mark_while_the_other_click_arrives(instance, response):
        monkeypatch.setattr(services, "mark", real_mark)
        services.answer(learner=learner, attempt=attempt, item="who-asks", response="encoder-asks")
        return real_mark(instance, response)

    monkeypatch.setattr(services, "mark", mark_while_the_other_click_arrives)

    stored = services.answer(learner=learner, attempt=attempt, item="who-asks", response="decoder-asks")

    assert stored.response == "encoder-asks"
    assert QuizResponse.objects.count() == 1


def test_every_item_of_every_quiz_can_be_answered_rightly(learner):
    from exercises import registry

    for quiz in registry.all_quizzes():
        attempt = services.start(learner=learner, quiz=quiz.slug)
        for item in quiz.items:
            response = _right_response(catalogue.item_instance(quiz, item.id, attempt.seed))
            stored = services.answer(learner=learner, attempt=attempt, item=item.id, response=response)
            assert stored.is_correct, item.id


def _right_response(instance):
    right = [choice for choice in instance.choices if choice.is_right]
    match instance.item.kind:
        case Kind.SINGLE:
            return right[0].id
        case Kind.MULTIPLE:
            return [choice.id for choice in right]
        case Kind.ORDERING:
            return [option.id for option in instance.item.options]
        case Kind.FILL:
            return right[0].value[0]
        case _:
            return str(right[0].value)
