"""One exercise as its page shows it: the text, what stands in the editor, and the verdict below."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from exercises import registry
from grader.model import Exercise
from mha_course.portal.units import Unit, unit_of
from mha_course.portal.verdict.page import VerdictPage

__all__ = ["ExercisePage", "build_exercise_page", "workbench_words"]


@dataclass(frozen=True, slots=True)
class ExercisePage:
    """`source` is what stands in the editor before any draft: a starter, or an earlier submission."""

    exercise: Exercise
    unit: Unit
    title: str
    statement: str
    hints: tuple[str, ...]
    framework: str
    device: str
    source: str
    starters: dict[str, str]
    """By framework."""
    has_gpu: bool
    opened: VerdictPage | None
    following: Exercise | None
    """The next exercise in the course."""
    following_title: str


def build_exercise_page(
    exercise: Exercise, locale: str, *, framework: str = "", opened: VerdictPage | None = None
) -> ExercisePage:
    """The page of `exercise`; `opened` puts an earlier submission into the editor and its verdict below."""
    chosen = opened.submission.framework if opened else framework
    if chosen not in exercise.frameworks:
        chosen = exercise.frameworks[0]
    following = _following(exercise)
    return ExercisePage(
        exercise=exercise,
        unit=unit_of(exercise.unit),
        title=exercise.title[locale],
        statement=_without_heading(exercise.statement[locale]),
        hints=tuple(hint[locale] for hint in exercise.hints),
        framework=chosen,
        device="auto",
        source=opened.submission.source if opened else exercise.starters[chosen],
        starters=dict(exercise.starters),
        has_gpu=settings.HAS_GPU_WORKER,
        opened=opened,
        following=following,
        following_title=following.title[locale] if following else "",
    )


def workbench_words() -> dict[str, str]:
    """What the exercise page's script may have to say, in the reader's language."""
    return {
        "kept": _("Draft kept in this browser"),
        "not_kept": _("This browser keeps no drafts; copy your code before you leave"),
        "confirm_reset": _("Replace your code with the starter? Your draft for this framework will be gone."),
        "offline": _("The server cannot be reached. Nothing is lost: your code is here. Try again in a moment."),
        "server": _("The server did not answer as it should. Your code is still here; try again in a moment."),
        "session": _("Your session has ended. Your code is kept in this browser: reload the page, log in and submit."),
        "too_large": _("This is too large to send. Submit only the function itself, without stored arrays."),
        "log_in": _("Log in"),
    }


def _without_heading(statement: str) -> str:
    """The page sets the title itself, so a statement that opens with one does not say it twice."""
    first, _separator, rest = statement.lstrip().partition("\n")
    return rest.lstrip() if first.startswith("# ") else statement


def _following(exercise: Exercise) -> Exercise | None:
    ordered = registry.all_exercises()
    place = ordered.index(exercise)
    return ordered[place + 1] if place + 1 < len(ordered) else None
