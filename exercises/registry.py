"""Finds the folders and files of the course. Nothing else lists exercises or quizzes: adding one adds a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from exercises.folder import ExerciseFolder, load_folder
from grader.errors import ExerciseError, UsageError
from grader.model import Exercise
from grader.quiz import Quiz, items_for, load_quiz

__all__ = ["all_exercises", "all_quizzes", "folder", "get", "get_quiz", "quiz_items_for", "slugs"]

_ROOT = Path(__file__).resolve().parent


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all exercise folders, by name."""
    return tuple(sorted(path.parent.name for path in (_ROOT / "code").glob("*/exercise.toml")))


@cache
def folder(slug: str) -> ExerciseFolder:
    """An exercise with its corpus and what its checks need.

    Raises `UsageError`, which lists the known slugs, for an unknown one, and `ExerciseError` for a folder that breaks
    its contract.
    """
    if slug not in slugs():
        raise UsageError(f"there is no exercise {slug!r}; there are {', '.join(slugs())}")
    return load_folder(_ROOT / "code" / slug)


def get(slug: str) -> Exercise:
    """The exercise `slug`. Raises as `folder` does."""
    return folder(slug).exercise


@cache
def all_exercises() -> tuple[Exercise, ...]:
    """Every exercise in the order of the course. Raises `ExerciseError` if two claim one place in a unit."""
    exercises = sorted((get(slug) for slug in slugs()), key=lambda exercise: (exercise.unit, exercise.position))
    places = [(exercise.unit, exercise.position) for exercise in exercises]
    for exercise, place in zip(exercises, places, strict=True):
        if places.count(place) > 1:
            raise ExerciseError(f"exercise {exercise.slug}: unit {place[0]}, position {place[1]} is taken twice")
    return tuple(exercises)


@cache
def all_quizzes() -> tuple[Quiz, ...]:
    """Every quiz, by slug."""
    return tuple(load_quiz(path) for path in sorted((_ROOT / "quiz").glob("*.toml")))


def get_quiz(slug: str) -> Quiz:
    """The quiz `slug`. Raises `UsageError`, which lists the known slugs, for an unknown one."""
    for quiz in all_quizzes():
        if quiz.slug == slug:
            return quiz
    raise UsageError(f"there is no quiz {slug!r}; there are {', '.join(quiz.slug for quiz in all_quizzes())}")


def quiz_items_for(misconceptions: Sequence[str], concept: str | None) -> tuple[tuple[str, str], ...]:
    """(quiz slug, item id) of the items that go with a verdict, the best first."""
    return items_for(all_quizzes(), misconceptions, concept)
