"""What can go wrong with quiz attempts. A wrong answer is none of these: it is a response.

QuizError
├── UnknownQuizError     no quiz, or no item of it, has this name
├── ForeignAttemptError  the attempt belongs to somebody else
├── AttemptFinishedError the attempt takes no more answers
└── UnreadableResponse   the response cannot be read; nothing was stored, the learner corrects the entry
"""

from __future__ import annotations

from django.utils.translation import get_language

from grader.messages import message

__all__ = ["AttemptFinishedError", "ForeignAttemptError", "QuizError", "UnknownQuizError", "UnreadableResponse"]


class QuizError(Exception):
    """Base of everything that this app raises on purpose."""


class UnknownQuizError(QuizError):
    """There is no such quiz or item; the message says which there are."""


class ForeignAttemptError(QuizError):
    """An attempt is answered and finished by its own learner only."""


class AttemptFinishedError(QuizError):
    """A finished attempt is kept as it is; a new one starts with other numbers."""


class UnreadableResponse(QuizError):  # noqa: N818 - the learner's entry, and no failure
    """`message_id` is an id of `grader.messages`."""

    def __init__(self, message_id: str) -> None:
        super().__init__(message_id)
        self.message_id = message_id

    def __str__(self) -> str:
        return message(self.message_id, get_language() or "en")
