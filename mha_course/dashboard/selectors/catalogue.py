"""The course's exercises, quizzes and misconceptions as the dashboard names them."""

from __future__ import annotations

from dataclasses import dataclass

from exercises import registry

__all__ = ["ExerciseColumn", "QuizColumn", "exercise_columns", "misconception_texts", "quiz_columns"]


@dataclass(frozen=True, slots=True)
class ExerciseColumn:
    """One exercise as the head of a column."""

    slug: str
    title: str
    unit: int
    max_points: int


@dataclass(frozen=True, slots=True)
class QuizColumn:
    """One quiz as the head of a column; `item_ids` in the quiz's order."""

    slug: str
    title: str
    item_ids: tuple[str, ...]


def exercise_columns(locale: str) -> tuple[ExerciseColumn, ...]:
    """Every exercise in the course's order."""
    return tuple(
        ExerciseColumn(exercise.slug, exercise.title[locale], exercise.unit, exercise.max_points)
        for exercise in registry.all_exercises()
    )


def quiz_columns(locale: str) -> tuple[QuizColumn, ...]:
    """Every quiz in the course's order."""
    return tuple(
        QuizColumn(quiz.slug, quiz.title[locale], tuple(item.id for item in quiz.items))
        for quiz in registry.all_quizzes()
    )


def misconception_texts(locale: str) -> dict[str, str]:
    """The text of each misconception by id; where exercises word one differently, the first in the course's order."""
    texts: dict[str, str] = {}
    for exercise in registry.all_exercises():
        for misconception in exercise.misconceptions:
            texts.setdefault(misconception.id, misconception.text[locale])
    return texts
