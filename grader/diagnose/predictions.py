"""What a belief says about each case, computed only when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from grader.cases import cast
from grader.model import Case, Misconception, Value

__all__ = ["Candidate", "Nothing", "PredictsNothing", "Raised", "Said", "pair", "single"]


class PredictsNothing(Exception):  # noqa: N818 - it is an answer, not an error
    """Raised by `predict` where the belief says nothing about a case, such as a belief about masks without a mask."""


@dataclass(frozen=True, slots=True)
class Said:
    """The belief gives this value."""

    value: Value


@dataclass(frozen=True, slots=True)
class Raised:
    """The belief gives a program that raises."""

    type: str
    message: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The belief says nothing about this case."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One explanation: the ids of the faults that it is made of, and what they predict together."""

    ids: tuple[str, ...]
    concept: str
    predict: Callable[..., Value]
    uses_case_dtype: bool = False

    def says(self, case: Case) -> Said | Raised | Nothing:
        """The prediction for one case."""
        args: Any = cast(case.args, case.dtype) if self.uses_case_dtype else case.args
        kwargs: Any = cast(dict(case.kwargs), case.dtype) if self.uses_case_dtype else case.kwargs
        try:
            with np.errstate(all="ignore"):  # a wrong reference may overflow: that is what it predicts
                return Said(self.predict(*args, **kwargs))
        except PredictsNothing:
            return Nothing()
        except Exception as error:  # noqa: BLE001 - whatever it raises is the prediction that the program raises
            return Raised(type(error).__name__, str(error))


def single(misconception: Misconception) -> Candidate:
    """One fault alone."""
    return Candidate((misconception.id,), misconception.concept, misconception.predict, misconception.uses_case_dtype)


@runtime_checkable
class Combinable(Protocol):
    """A wrong reference that knows which of its steps are wrong, and so can take on another's as well."""

    def combined_with(self, other: Any) -> Callable[..., Value] | None:
        """A program with both faults; None where they are in the same step, so that it cannot have both."""
        ...


def pair(one: Misconception, other: Misconception) -> Candidate | None:
    """Both faults at once, or None where they cannot be laid over each other."""
    if one.id == other.id or not isinstance(one.predict, Combinable):
        return None
    predict = one.predict.combined_with(other.predict)
    if predict is None:
        return None
    return Candidate((one.id, other.id), one.concept, predict, one.uses_case_dtype or other.uses_case_dtype)
