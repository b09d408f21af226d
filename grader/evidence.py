"""What a learner is shown of a difference: the numbers around the first mismatch, and a map of the signed errors.

Both are bounded, because they are stored with every report.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["error_map", "excerpt", "first_index"]

Array = npt.NDArray[Any]

EXCERPT_SIDE: Final = 3
MAX_PANELS: Final = 12
MAX_PANEL_SIDE: Final = 24
_DIGITS: Final = 4


def first_index(where: Array) -> tuple[int, ...] | None:
    """The first true element in row-major order."""
    flat = np.flatnonzero(where)
    return None if flat.size == 0 else tuple(int(place) for place in np.unravel_index(flat[0], where.shape))


def excerpt(expected: Array, actual: Array, first: Sequence[int]) -> dict[str, Any]:
    """At most three by three numbers of both around `first`; `origin` is the index of their first number.

    Rows and columns are the last two axes. Numbers that JSON does not have are the strings "nan", "inf" and "-inf".
    """
    origin = list(first)
    for axis in range(max(expected.ndim - 2, 0), expected.ndim):
        origin[axis] = min(max(first[axis] - 1, 0), max(expected.shape[axis] - EXCERPT_SIDE, 0))
    window = tuple(
        place if axis < expected.ndim - 2 else slice(place, place + EXCERPT_SIDE) for axis, place in enumerate(origin)
    )
    return {
        "expected": _rows(expected[window]),
        "actual": _rows(actual[window]),
        "origin": origin,
    }


def _rows(window: Array) -> list[list[Any]]:
    return [[_number(value) for value in row] for row in np.atleast_2d(window).tolist()]


def _number(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return value


def error_map(expected: Array, actual: Array, wrong: Array, axes: Sequence[str]) -> dict[str, Any] | None:
    """Signed errors, actual − expected, one panel for each index of the axes before the last two; None for one number.

    At most `MAX_PANELS` panels of `MAX_PANEL_SIDE` squared, those with mismatches first in line when there are more;
    a window then starts where the mismatches do, and `origin` is the index of its first cell. An error that is not a
    number is None. `scale` is the largest finite |error| of the whole result.
    """
    if expected.ndim == 0 or expected.size == 0:
        return None
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.asarray(actual, dtype=np.float64) - np.asarray(expected, dtype=np.float64)
    if errors.ndim == 1:
        errors, wrong, axes = errors[None, :], wrong[None, :], ("", *axes)
    leading = errors.shape[:-2]
    chosen = _chosen_panels(wrong.reshape(-1, *wrong.shape[-2:]))
    panels = []
    for place in chosen:
        index = tuple(int(step) for step in np.unravel_index(place, leading)) if leading else ()
        panels.append(_panel(errors[index], wrong[index], dict(zip(axes, index, strict=False))))
    finite = np.abs(errors[np.isfinite(errors)])
    return {
        "axes": [_axis(axes, -2), _axis(axes, -1)],
        "panels": panels,
        "scale": _rounded(float(finite.max(initial=0.0))),
        "is_cropped": len(chosen) < math.prod(leading) or max(errors.shape[-2:]) > MAX_PANEL_SIDE,
    }


def _chosen_panels(wrong: Array) -> list[int]:
    has_mismatch = wrong.any(axis=(-2, -1))
    order = [*np.flatnonzero(has_mismatch).tolist(), *np.flatnonzero(~has_mismatch).tolist()]
    return sorted(order[:MAX_PANELS])


def _panel(errors: Array, wrong: Array, label: dict[str, int]) -> dict[str, Any]:
    first = first_index(wrong) or (0, 0)
    origin = [
        min(start, max(size - MAX_PANEL_SIDE, 0)) if size > MAX_PANEL_SIDE else 0
        for start, size in zip(first, errors.shape, strict=True)
    ]
    window = errors[origin[0] : origin[0] + MAX_PANEL_SIDE, origin[1] : origin[1] + MAX_PANEL_SIDE]
    values = [[_rounded(value) if math.isfinite(value) else None for value in row] for row in window.tolist()]
    return {"label": label, "values": values, "origin": origin}


def _axis(axes: Sequence[str], place: int) -> str:
    return axes[place] if len(axes) >= -place else ""


def _rounded(value: float) -> float:
    """A finite `value` to a few digits. At the edge of the range they would round up to infinity, which is no JSON."""
    rounded = float(f"{value:.{_DIGITS}g}")
    return rounded if math.isfinite(rounded) else value
