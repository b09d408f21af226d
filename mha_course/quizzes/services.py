"""What may be done with a quiz: begin it, answer an item, close it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from grader.quiz import mark
from mha_course.people.models import User
from mha_course.quizzes.catalogue import attempt_seed, find_quiz, item_instance
from mha_course.quizzes.errors import AttemptFinishedError, ForeignAttemptError, UnreadableResponse
from mha_course.quizzes.models import QuizAttempt, QuizResponse

__all__ = ["answer", "finish", "start"]


def start(*, learner: User, quiz: str) -> QuizAttempt:
    """The learner's open attempt at the quiz with this slug, or a new one with new numbers.

    Two calls at once give one attempt. Raises `UnknownQuizError`.
    """
    slug = find_quiz(quiz).slug
    with transaction.atomic():
        attempt, _is_new = QuizAttempt.objects.get_or_create(
            learner=learner, quiz=slug, finished_at=None, defaults={"seed": attempt_seed(learner, slug)}
        )
    return attempt


def answer(*, learner: User, attempt: QuizAttempt, item: str, response: Any) -> QuizResponse:
    """Store the first readable answer to an item. A later one, or the same one twice, gives back the first.

    Raises `ForeignAttemptError`, `UnknownQuizError`, `UnreadableResponse` and, for an item without an answer,
    `AttemptFinishedError`; then nothing is stored.
    """
    instance = item_instance(find_quiz(attempt.quiz), item, attempt.seed)
    with transaction.atomic():
        locked = _locked(learner, attempt)
        first = QuizResponse.objects.filter(attempt=locked, item=item).first()
        if first is not None:
            return first
        if locked.finished_at is not None:
            raise AttemptFinishedError(f"attempt {locked.pk} is finished")
        result = mark(instance, response)
        if result.problem is not None:
            raise UnreadableResponse(result.problem)
        # get_or_create and not create: where the database has no row locks, the unique constraint decides who was first
        stored, _is_new = QuizResponse.objects.get_or_create(
            attempt=locked,
            item=item,
            defaults={
                "response": result.response,
                "is_correct": result.is_correct,
                "share": result.share,
                "concept": instance.item.concept,
                "misconceptions": list(result.misconceptions),
            },
        )
    return stored


def finish(*, learner: User, attempt: QuizAttempt) -> QuizAttempt:
    """Close an attempt; items without an answer count as nothing. Closing it again changes nothing.

    Raises `ForeignAttemptError`.
    """
    with transaction.atomic():
        locked = _locked(learner, attempt)
        if locked.finished_at is None:
            locked.finished_at = timezone.now()
            locked.save(update_fields=["finished_at"])
    return locked


def _locked(learner: User, attempt: QuizAttempt) -> QuizAttempt:
    """The attempt as it is now, held until the transaction ends: an answer and a finish do not overtake each other."""
    locked = QuizAttempt.objects.select_for_update().get(pk=attempt.pk)
    if locked.learner_id != learner.pk:
        raise ForeignAttemptError(f"attempt {attempt.pk} belongs to somebody else")
    return locked
