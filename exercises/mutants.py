"""What a reference, right or wrong, gives for a case, and when two of them give the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from grader.cases import cast
from grader.diagnose import PredictsNothing
from grader.model import Case, Value
from grader.results import expected_results
from grader.tolerance import allowed_error

__all__ = ["Outcome", "outcome", "outcomes_agree"]

Outcome = tuple[npt.NDArray[Any], ...] | type[Exception]
"""The results, or the kind of exception: any slip raises, so two that raise are not told apart by their messages."""


def outcome(predict: Callable[..., Value], case: Case, uses_case_dtype: bool = False) -> Outcome:
    """Run `predict` on `case` as the diagnosis does."""
    args: Any = cast(case.args, case.dtype) if uses_case_dtype else case.args
    kwargs: Any = cast(dict(case.kwargs), case.dtype) if uses_case_dtype else case.kwargs
    try:
        with np.errstate(all="ignore"):
            value = predict(*args, **kwargs)
    except PredictsNothing:
        return PredictsNothing
    except Exception:  # noqa: BLE001 - raising is what this belief predicts
        return Exception
    return tuple(np.asarray(expected.array) for expected in expected_results(value))


def outcomes_agree(case: Case, one: Outcome, other: Outcome) -> bool:
    """Whether no submission could tell the two apart in this case: within twice what rounding may explain.

    A belief that says nothing here agrees with everything.
    """
    if one is PredictsNothing or other is PredictsNothing:
        return True
    if isinstance(one, type) or isinstance(other, type):
        return one is other
    if len(one) != len(other):
        return False
    return all(_close(case, a, b) for a, b in zip(one, other, strict=True))


def _close(case: Case, one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    if one.shape != other.shape:
        return False
    # Each of the two may be met from its own side, so they must be further apart than both allowances together.
    allowed = 2 * allowed_error(np.asarray(one), dtype=case.dtype, reduction=case.reduction)
    with np.errstate(invalid="ignore"):
        near = np.abs(one - other) <= allowed
    return bool(np.all(near | (one == other) | (np.isnan(one) & np.isnan(other))))
