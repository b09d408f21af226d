"""What can be said of a case or of a submission, worst first."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

__all__ = ["Verdict", "worst"]


class Verdict(StrEnum):
    """Members stand in order of severity; a submission takes the verdict of its worst case."""

    INTERNAL_ERROR = "internal_error"
    SANDBOX_VIOLATION = "sandbox_violation"
    REJECTED = "rejected"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    RUNTIME_ERROR = "runtime_error"
    WRONG_TYPE = "wrong_type"
    WRONG_SHAPE = "wrong_shape"
    WRONG_DTYPE = "wrong_dtype"
    NON_FINITE = "non_finite"
    MUTATED_INPUT = "mutated_input"
    NONDETERMINISTIC = "nondeterministic"
    WRONG_VALUE = "wrong_value"
    ACCEPTED = "accepted"

    @property
    def severity(self) -> int:
        """0 is the worst."""
        return _SEVERITY[self]

    @property
    def uses_attempt(self) -> bool:
        """A failure of ours and a program that never ran cost the learner nothing."""
        return self not in (Verdict.INTERNAL_ERROR, Verdict.REJECTED)

    @property
    def is_accepted(self) -> bool:
        return self is Verdict.ACCEPTED


_SEVERITY = {verdict: position for position, verdict in enumerate(Verdict)}


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The most severe of `verdicts`.

    Nothing to judge is our failure, never a pass: an empty iterable gives `INTERNAL_ERROR`.
    """
    return min(verdicts, key=lambda verdict: verdict.severity, default=Verdict.INTERNAL_ERROR)
