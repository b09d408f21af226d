"""Quizzes and their items by name, with this app's own errors."""

from __future__ import annotations

import hashlib

from exercises import registry
from grader.errors import UsageError
from grader.quiz import ItemInstance, Quiz, instantiate
from mha_course.people.models import User
from mha_course.quizzes.errors import UnknownQuizError
from mha_course.quizzes.models import QuizAttempt

__all__ = ["attempt_seed", "find_quiz", "item_instance"]

_SEED_BITS = 62  # within a signed 64-bit column


def find_quiz(slug: str) -> Quiz:
    """Raises `UnknownQuizError`."""
    try:
        return registry.get_quiz(slug)
    except UsageError as error:
        raise UnknownQuizError(str(error)) from error


def item_instance(quiz: Quiz, item_id: str, seed: int) -> ItemInstance:
    """The item with its numbers. Raises `UnknownQuizError`."""
    try:
        return instantiate(quiz.item(item_id), seed)
    except UsageError as error:
        raise UnknownQuizError(str(error)) from error


def attempt_seed(learner: User, slug: str) -> int:
    """The seed of the attempt that `learner` would start next. One query.

    It follows from who asks and how many attempts there are, so that a page can show an item with its numbers before
    there is an attempt, and each further attempt has others.
    """
    attempts = QuizAttempt.objects.filter(learner=learner, quiz=slug).count()
    digest = hashlib.sha256(f"{slug}\0{learner.pk}\0{attempts}".encode()).digest()
    return int.from_bytes(digest) >> (8 * len(digest) - _SEED_BITS)
