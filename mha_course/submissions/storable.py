"""From the engine's report to what a row can hold, refusing what could never be read again."""

from __future__ import annotations

import logging
import math
from typing import Any

from exercises import registry
from grader.errors import ExerciseError
from grader.model import GradeReport
from grader.report import to_json
from mha_course.submissions.errors import UnstorableReport

__all__ = ["named_misconceptions", "stored_report"]

logger = logging.getLogger(__name__)


def stored_report(report: GradeReport) -> dict[str, Any]:
    """Version 1 of the report with the quiz items that go with it.

    Raises `UnstorableReport` for NaN, infinity or points outside 0 to `max_points`: a grader that produces those is
    broken, and the run has to end as our failure instead of breaking every page that reads it.
    """
    if not 0 <= report.points <= report.max_points:
        message = f"{report.points} of {report.max_points} points"
        raise UnstorableReport(message)
    stored: dict[str, Any] = _storable(to_json(report, quiz=_quiz_items(report)))
    return stored


def named_misconceptions(report: GradeReport) -> tuple[str, ...]:
    """Every misconception that the report names as a cause, in its order, once.

    Those that merely give the same numbers stand in the report, but counting them would say that a class believes
    what nobody wrote.
    """
    causes = (
        name for diagnosis in report.diagnoses for name in diagnosis.misconceptions if name not in diagnosis.equivalent
    )
    return tuple(dict.fromkeys(causes))


def _quiz_items(report: GradeReport) -> tuple[str, ...]:
    """Ids of the items that go with the verdict, each "quiz/item": an item's own id is unique in its quiz only."""
    concept = report.diagnoses[0].concept if report.diagnoses else None
    try:
        found = registry.quiz_items_for(named_misconceptions(report), concept)
    except ExerciseError:
        logger.exception("A quiz does not load; the report goes without quiz items")  # no reason to lose a verdict
        return ()
    return tuple(f"{quiz}/{item}" for quiz, item in found)


def _storable(value: Any) -> Any:
    if isinstance(value, dict):
        return {_storable_text(str(key)): _storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(item) for item in value]
    if isinstance(value, str):
        return _storable_text(str(value))
    if isinstance(value, float) and not math.isfinite(value):
        message = "a number in the report is not finite"
        raise UnstorableReport(message)
    return value


def _storable_text(text: str) -> str:
    """Learners may print NUL and lone surrogates; PostgreSQL holds neither."""
    return text.replace("\x00", "\N{SYMBOL FOR NULL}").encode("utf-8", "replace").decode()
