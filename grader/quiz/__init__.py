"""Quizzes: read from a file, filled with numbers by a seed, marked one response at a time.

`load_quiz(path)` refuses a file that breaks the contract, `instantiate(item, seed)` fixes the numbers, and
`mark(instance, response)` says what holds and which belief a wrong answer shows.
"""

from __future__ import annotations

from grader.quiz.formula import Formula
from grader.quiz.instances import instantiate
from grader.quiz.loading import load_quiz
from grader.quiz.marking import mark
from grader.quiz.model import (
    Choice,
    Concept,
    ItemInstance,
    ItemResult,
    Kind,
    Option,
    OrderRule,
    Quiz,
    QuizItem,
    Reason,
    Response,
)
from grader.quiz.reading import read_shape
from grader.quiz.selection import items_for

__all__ = [
    "Choice",
    "Concept",
    "Formula",
    "ItemInstance",
    "ItemResult",
    "Kind",
    "Option",
    "OrderRule",
    "Quiz",
    "QuizItem",
    "Reason",
    "Response",
    "instantiate",
    "items_for",
    "load_quiz",
    "mark",
    "read_shape",
]
