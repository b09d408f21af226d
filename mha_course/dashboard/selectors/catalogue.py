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
    """One quiz as the head of a column."""

    slug: str
    title: str
    item_ids: tuple[str, ...]
    """In the quiz's order."""
    concepts: tuple[str, ...]
    """What each item is about, in words."""


def exercise_columns(locale: str) -> tuple[ExerciseColumn, ...]:
    """Every exercise in the course's order."""
    return tuple(
        ExerciseColumn(exercise.slug, exercise.title[locale], exercise.unit, exercise.max_points)
        for exercise in registry.all_exercises()
    )


def quiz_columns(locale: str) -> tuple[QuizColumn, ...]:
    """Every quiz in the course's order."""
    return tuple(
        QuizColumn(
            slug=quiz.slug,
            title=quiz.title[locale],
            item_ids=tuple(item.id for item in quiz.items),
            concepts=tuple(quiz.concepts[item.concept].name[locale] for item in quiz.items),
        )
        for quiz in registry.all_quizzes()
    )


def misconception_texts(locale: str) -> dict[str, str]:
    """The text of each misconception by id: an exercise's, the first in the course's order, else a quiz's."""
    texts: dict[str, str] = {}
    for exercise in registry.all_exercises():
        for misconception in exercise.misconceptions:
            texts.setdefault(misconception.id, misconception.text[locale])
    for quiz in registry.all_quizzes():
        for misconception, belief in quiz.beliefs.items():
            texts.setdefault(misconception, belief[locale])
    return texts
