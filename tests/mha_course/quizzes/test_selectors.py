"""What the pages print, at a known number of queries."""

from __future__ import annotations

import pytest

from mha_course.quizzes import selectors, services
from mha_course.quizzes.models import QuizResponse

pytestmark = pytest.mark.django_db
QUIZ = "dk-and-cross-attention"


@pytest.fixture
def attempt(learner):
    return services.start(learner=learner, quiz=QUIZ)


def give(learner, attempt, item, response):
    return services.answer(learner=learner, attempt=attempt, item=item, response=response)


def test_an_item_page_takes_one_query_and_shows_where_the_learner_stands(learner, attempt, django_assert_num_queries):
    give(learner, attempt, "who-asks", "encoder-asks")
    give(learner, attempt, "without-scaling", ["one-key-wins"])
    give(learner, attempt, "shuffled-source", "same")

    with django_assert_num_queries(1):
        page = selectors.attempt_page(attempt, "who-asks")

    states = {step.item: step.state for step in page.steps}
    assert (states["who-asks"], states["without-scaling"], states["shuffled-source"]) == ("wrong", "partly", "right")
    assert states["head-width"] == "open"
    assert page.first.misconceptions == ("cross-roles-swapped",)
    assert (page.number, page.answered) == (9, 3)
    assert page.next_open.item == "cross-weights-shape"


def test_the_next_open_item_is_searched_to_the_end_and_then_from_the_beginning(attempt):
    last = selectors.attempt_page(attempt, "pytorch-concat-blank")

    assert last.first is None
    assert last.next_open.item == "head-width"


def test_the_result_counts_credit_by_concept_and_names_beliefs_once(learner, attempt, django_assert_num_queries):
    give(learner, attempt, "who-asks", "encoder-asks")
    give(learner, attempt, "shuffled-source", "same")
    give(learner, attempt, "without-scaling", ["one-key-wins"])
    services.finish(learner=learner, attempt=attempt)

    with django_assert_num_queries(1):
        result = selectors.attempt_result(attempt)

    scores = {score.id: (score.credit, score.items) for score in result.concepts}
    assert scores["cross-attention"] == (1.0, 4)
    assert scores["scale"] == (0.5, 5)
    assert (result.right, result.open_items) == (1, 13)
    assert [belief.en for belief in result.beliefs] == [
        "a softmax that picks one key learns as well as any other",
        "the encoder asks and the decoder is looked up",
    ]


def test_progress_spans_all_attempts_in_two_queries(learner, django_assert_num_queries):
    for item, response in (("who-asks", "decoder-asks"), ("who-asks", "encoder-asks")):
        attempt = services.start(learner=learner, quiz=QUIZ)
        give(learner, attempt, item, response)
        services.finish(learner=learner, attempt=attempt)
    services.start(learner=learner, quiz=QUIZ)

    with django_assert_num_queries(2):
        progress = selectors.quiz_progress(learner)[QUIZ]

    assert (progress.attempts, progress.open_answered, progress.best_right) == (3, 0, 1)
    assert progress.is_open


def test_a_quiz_nobody_touched_is_listed_too(learner):
    progress = selectors.quiz_progress(learner)[QUIZ]

    assert (progress.attempts, progress.open_answered, progress.best_right, progress.is_open) == (0, None, None, False)


def test_earlier_attempts_take_two_queries_however_many(learner, django_assert_num_queries):
    for _index in range(3):
        services.finish(learner=learner, attempt=services.start(learner=learner, quiz=QUIZ))

    with django_assert_num_queries(2):
        earlier = selectors.finished_attempts(learner, QUIZ)

    assert [result.right for result in earlier] == [0, 0, 0]


def test_answers_to_items_that_the_quiz_no_longer_has_do_not_count(learner, attempt):
    QuizResponse.objects.create(
        attempt=attempt,
        item="retired",
        response="x",
        is_correct=True,
        share=1.0,
        concept="d-k",
        misconceptions=["gone"],
    )

    result = selectors.attempt_result(attempt)

    assert (result.right, result.beliefs) == (0, ())
    assert selectors.quiz_progress(learner)[QUIZ].best_right == 0
