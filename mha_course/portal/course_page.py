"""The course as a path: what is done, what is next, and why that is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from exercises import registry
from grader.model import Exercise
from grader.quiz import Quiz
from mha_course.people.models import User
from mha_course.portal.units import Unit, unit_of
from mha_course.quizzes.selectors import QuizProgress, quiz_progress
from mha_course.submissions import selectors
from mha_course.submissions.selectors import Progress

__all__ = ["CoursePage", "ExerciseStep", "NextStep", "QuizStep", "UnitStep", "build_course_page"]


@dataclass(frozen=True, slots=True)
class ExerciseStep:
    """One exercise on the path. `state` is new, started or accepted."""

    slug: str
    title: str
    state: str
    best_points: int
    max_points: int


@dataclass(frozen=True, slots=True)
class QuizStep:
    """One quiz on the path. `state` is new, started or, with every answer right in one attempt, finished."""

    slug: str
    title: str
    item_count: int
    best_right: int | None
    state: str


@dataclass(frozen=True, slots=True)
class UnitStep:
    unit: Unit
    exercises: tuple[ExerciseStep, ...]
    quizzes: tuple[QuizStep, ...]

    @property
    def is_done(self) -> bool:
        return all(step.state == "accepted" for step in self.exercises)


@dataclass(frozen=True, slots=True)
class NextStep:
    step: ExerciseStep
    unit: Unit
    why: str


@dataclass(frozen=True, slots=True)
class CoursePage:
    units: tuple[UnitStep, ...]
    next_step: NextStep | None
    accepted: int
    total: int


def build_course_page(learner: User | None, locale: str) -> CoursePage:
    """The course for `learner`, or for a visitor (None). Four queries for a learner, none for a visitor."""
    exercises = registry.all_exercises()
    progress = selectors.progress(learner) if learner else {}
    quiz_standing = quiz_progress(learner) if learner else {}
    quizzes = _placed_quizzes(exercises)
    units = tuple(
        UnitStep(
            unit_of(number),
            tuple(_exercise_step(exercise, progress, locale) for exercise in members),
            tuple(_quiz_step(quiz, quiz_standing, locale) for quiz in quizzes.get(number, ())),
        )
        for number, members in groupby(exercises, key=lambda exercise: exercise.unit)
    )
    steps = [step for unit in units for step in unit.exercises]
    accepted = sum(step.state == "accepted" for step in steps)
    return CoursePage(units, _next_step(units), accepted, len(steps))


def _exercise_step(exercise: Exercise, progress: Mapping[str, Progress], locale: str) -> ExerciseStep:
    reached = progress.get(exercise.slug)
    state = "new" if reached is None or not reached.submissions else "accepted" if reached.is_accepted else "started"
    best_points = (reached.best_points if reached else None) or 0
    return ExerciseStep(exercise.slug, exercise.title[locale], state, best_points, exercise.max_points)


def _quiz_step(quiz: Quiz, progress: Mapping[str, QuizProgress], locale: str) -> QuizStep:
    reached = progress.get(quiz.slug)
    best = reached.best_right if reached else None
    state = "new" if reached is None or not reached.attempts else "started" if best != len(quiz.items) else "finished"
    return QuizStep(quiz.slug, quiz.title[locale], len(quiz.items), best, state)


def _placed_quizzes(exercises: Sequence[Exercise]) -> dict[int, list[Quiz]]:
    """A quiz stands in the last unit of whose concepts it asks; one that asks of none stands at the end."""
    units_by_concept: dict[str, int] = {}
    for exercise in exercises:
        for concept in {exercise.concept, *(belief.concept for belief in exercise.misconceptions)}:
            units_by_concept.setdefault(concept, exercise.unit)
    last_unit = max((exercise.unit for exercise in exercises), default=0)
    placed: dict[int, list[Quiz]] = {}
    for quiz in registry.all_quizzes():
        units = [units_by_concept[item.concept] for item in quiz.items if item.concept in units_by_concept]
        placed.setdefault(max(units, default=last_unit), []).append(quiz)
    return placed


def _next_step(units: Sequence[UnitStep]) -> NextStep | None:
    """The first exercise that is not accepted, and why it is next; None when all are."""
    earlier: ExerciseStep | None = None
    for unit in units:
        for step in unit.exercises:
            if step.state != "accepted":
                return NextStep(step, unit.unit, _why(step, earlier))
            earlier = step
    return None


def _why(step: ExerciseStep, earlier: ExerciseStep | None) -> str:
    if step.state == "started":
        points = {"best": step.best_points, "max": step.max_points}
        return _("You have begun it: your best so far is %(best)s of %(max)s points.") % points
    if earlier is not None:
        return _("It builds on “%(earlier)s”, which you have finished.") % {"earlier": earlier.title}
    return _("The course begins here. Everything after it uses what you write now.")
