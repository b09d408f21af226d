"""Who may need a word: never begun, stuck on one exercise, or well behind the class."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median_low

from mha_course.dashboard.selectors.gradebook import Gradebook, Row
from mha_course.people.models import User

__all__ = ["GAP", "STUCK_AFTER", "Concern", "Reason", "concerns"]

STUCK_AFTER = 5
"""Submissions for one exercise without an accepted one."""
GAP = 2
"""Accepted exercises fewer than the median learner has."""


class Reason(StrEnum):
    """Most urgent first."""

    NOT_BEGUN = "not_begun"
    STUCK = "stuck"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Concern:
    """One learner and the most urgent reason to look."""

    learner: User
    reason: Reason
    accepted: int
    median: int
    exercise: str = ""
    """Where `reason` is STUCK: the slug of the exercise with the most submissions, and how many there are."""
    submissions: int = 0
    last_submitted_at: datetime | None = None


def concerns(book: Gradebook) -> tuple[Concern, ...]:
    """Learners to look at, most urgent first. No queries.

    While nobody has submitted anything the class has not begun, and nobody is behind.
    """
    if not any(row.submissions for row in book.rows):
        return ()
    typical = median_low(row.accepted for row in book.rows)
    found = [concern for row in book.rows if (concern := _concern(row, typical))]
    order = list(Reason)
    return tuple(sorted(found, key=lambda concern: (order.index(concern.reason), concern.accepted)))


def _concern(row: Row, typical: int) -> Concern | None:
    if not row.submissions:
        return Concern(row.learner, Reason.NOT_BEGUN, 0, typical)
    open_cells = [cell for cell in row.cells if not cell.is_accepted]
    longest = max(open_cells, key=lambda cell: cell.submissions, default=None)
    if longest is not None and longest.submissions >= STUCK_AFTER:
        return Concern(
            row.learner,
            Reason.STUCK,
            row.accepted,
            typical,
            exercise=longest.exercise,
            submissions=longest.submissions,
            last_submitted_at=row.last_submitted_at,
        )
    if typical - row.accepted >= GAP:
        return Concern(row.learner, Reason.BEHIND, row.accepted, typical, last_submitted_at=row.last_submitted_at)
    return None
