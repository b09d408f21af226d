"""The rubric: from case results to points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.model import CaseReport, Exercise
from grader.verdicts import Verdict

__all__ = ["points"]

_WORTH_NOTHING = frozenset({Verdict.INTERNAL_ERROR, Verdict.SANDBOX_VIOLATION, Verdict.REJECTED})


def points(exercise: Exercise, cases: Sequence[CaseReport], verdict: Verdict) -> int:
    """Whole points out of `exercise.max_points`.

    Visible and hidden cases carry a share each, in proportion to how many are accepted; without hidden cases theirs
    is not given. A submission that was not accepted never gets full points, and one that broke the rules gets none.
    """
    if verdict in _WORTH_NOTHING or not cases:
        return 0
    visible_share = Fraction(exercise.visible_share).limit_denominator(1000)
    visible = [case.verdict for case in cases if case.visible]
    hidden = [case.verdict for case in cases if not case.visible]
    earned = visible_share * _accepted(visible) + (1 - visible_share) * _accepted(hidden)
    whole = int(earned * exercise.max_points)
    is_full = verdict.is_accepted and bool(hidden)
    return exercise.max_points if is_full else min(whole, exercise.max_points - 1)


def _accepted(verdicts: Sequence[Verdict]) -> Fraction:
    return Fraction(sum(verdict.is_accepted for verdict in verdicts), len(verdicts)) if verdicts else Fraction(0)
