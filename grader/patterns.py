"""What the pattern of a difference shows. Each finding is true by construction: it was computed, not inferred."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from grader.model import Case, Device, Finding
from grader.tolerance import allowed_error, narrower_formats

__all__ = ["Difference", "findings", "stray"]

Array = npt.NDArray[Any]

MAX_FINDINGS: Final = 3
_MAX_AXES: Final = 6
_MAX_SLICES: Final = 32
_MAX_ROOT: Final = 4096


@dataclass(frozen=True, slots=True)
class Difference:
    """A result of the right shape and dtype with at least one wrong number."""

    case: Case
    expected: Array
    actual: Array
    allowed: Array
    wrong: Array
    """True where the number is wrong; shape of `expected`."""
    axes: tuple[str, ...]
    dtype: str
    device: Device
    parameters: tuple[str, ...]
    """Names of the entry point's parameters, in order."""

    def axis(self, place: int) -> str:
        return self.axes[place] if place < len(self.axes) else f"axis {place}"

    def is_close(self, numbers: Array, wanted: Array | None = None) -> bool:
        """Whether `numbers` lie within the largest allowed error of `wanted`, which is `expected` if not given."""
        target = self.expected if wanted is None else wanted
        return bool(np.all(np.abs(numbers - target) <= self.allowed.max(initial=0.0)))


def stray(actual: Array, wrong: Array) -> Array:
    """True where a NaN or infinity stands that the reference does not hold."""
    if actual.dtype.kind != "f":
        return np.zeros(actual.shape, dtype=bool)
    return np.asarray(~np.isfinite(actual) & wrong)


def findings(difference: Difference) -> tuple[Finding, ...]:
    """At most three, the most telling first."""
    is_number = difference.expected.dtype.kind == "f"
    looks = (
        _NON_FINITE_LOOKS
        if stray(difference.actual, difference.wrong).any()
        else _NUMBER_LOOKS
        if is_number
        else _EXACT_LOOKS
    )
    with np.errstate(all="ignore"):  # a comparison with a NaN or an overflow is false, which is the right answer
        found = (look(difference) for look in looks)
        return tuple(itertools.islice((finding for finding in found if finding is not None), MAX_FINDINGS))


def _non_finite(difference: Difference) -> Finding | None:
    strays = difference.actual[stray(difference.actual, difference.wrong)]
    nan = int(np.isnan(strays).sum())
    return Finding("values.non_finite", {"nan": nan, "infinite": int(strays.size) - nan})


def _hidden_rows(difference: Difference) -> Finding | None:
    """Only queries that see no key are wrong."""
    if difference.expected.ndim < 2:
        return None
    wrong_rows = difference.wrong.any(axis=-1)
    for mask in _masks(difference.case):
        hidden = np.asarray(~mask.any(axis=-1))
        # A layer's output has no head axis: its row is touched by every head that sees nothing.
        for rows in (hidden, np.asarray(hidden.any(axis=1)) if hidden.ndim == 3 else hidden):
            if not hidden.any() or not _broadcasts(rows.shape, wrong_rows.shape):
                continue
            if not (wrong_rows & ~np.broadcast_to(rows, wrong_rows.shape)).any():
                return Finding("values.rows_without_visible_key", {"rows": int(wrong_rows.sum())})
    return None


def _masks(case: Case) -> Iterator[Array]:
    for value in (*case.args, *case.kwargs.values()):
        if isinstance(value, np.ndarray) and value.dtype.kind == "b" and value.ndim >= 2:
            yield value


def _broadcasts(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    return len(shape) <= len(target) and all(
        size in (1, other) for size, other in zip(reversed(shape), reversed(target), strict=False)
    )


def _inverted(difference: Difference) -> Finding | None:
    if difference.expected.dtype.kind == "b" and bool(difference.wrong.all()):
        return Finding("values.inverted")
    return None


def _transposed(difference: Difference) -> Finding | None:
    """The expected numbers with axes exchanged, or read in memory in the order of exchanged axes."""
    expected, actual = difference.expected, difference.actual
    if not 2 <= expected.ndim <= _MAX_AXES:
        return None
    orders = itertools.permutations(range(expected.ndim))
    for order in sorted(orders, key=lambda order: sum(place != source for place, source in enumerate(order))):
        moved = expected.transpose(order)
        if not difference.is_close(moved.reshape(expected.shape), actual):
            continue
        axes = [difference.axis(place) for place, source in enumerate(order) if place != source]
        if moved.shape == expected.shape:
            return Finding("values.transposed", {"axes": axes})
        return Finding("values.read_in_order", {"axes": [difference.axis(place) for place in order]})
    return None


def _slices_exchanged(difference: Difference) -> Finding | None:
    """Whole slices stand at another index of one axis."""
    expected, actual = difference.expected, difference.actual
    for place, size in enumerate(expected.shape):
        if 1 < size <= _MAX_SLICES:
            slices = [np.take(expected, [index], axis=place) for index in range(size)]
            order = [
                next((at for at, other in enumerate(slices) if difference.is_close(one, other)), None)
                for one in (np.take(actual, [index], axis=place) for index in range(size))
            ]
            if None not in order and len(set(order)) == size:
                return Finding("values.slices_exchanged", {"axis": difference.axis(place), "order": order})
    return None


def _moved(difference: Difference) -> Finding | None:
    """Right numbers in wrong places: by which move, as far as that is one that we know."""
    if difference.expected.size < 2 or not _same_multiset(difference):
        return None
    return _transposed(difference) or _slices_exchanged(difference) or Finding("values.permuted")


def _same_multiset(difference: Difference) -> bool:
    return difference.is_close(np.sort(difference.actual, axis=None), np.sort(difference.expected, axis=None))


def _is_input(difference: Difference) -> Finding | None:
    for name, value in _inputs(difference):
        if difference.is_close(difference.actual, value):
            return Finding("values.equal_input", {"parameter": name})
    return None


def _is_input_apart(difference: Difference) -> Finding | None:
    """Actual minus expected is one of the inputs: the residual connection was added."""
    for name, value in _inputs(difference):
        if value.any() and difference.is_close(difference.actual - difference.expected, value):
            return Finding("values.input_added", {"parameter": name})
    return None


def _inputs(difference: Difference) -> Iterator[tuple[str, Array]]:
    named = itertools.zip_longest(difference.parameters, difference.case.args)
    pairs = [(name or "", value) for name, value in named] + list(difference.case.kwargs.items())
    for name, value in pairs:
        if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.shape == difference.expected.shape:
            yield name, value


def _constant_factor(difference: Difference) -> Finding | None:
    """Actual is a multiple of expected, and which root of a whole number the factor is, if any."""
    expected, actual = difference.expected, difference.actual
    weight = float(np.vdot(expected, expected))
    if not math.isfinite(weight) or weight == 0.0 or expected.size < 2:
        return None
    factor = float(np.vdot(expected, actual)) / weight
    if factor == 0.0 or not difference.is_close(actual / factor):
        return None
    root = _root(abs(factor))
    if root is None:
        return Finding("values.constant_factor", {"factor": factor})
    return Finding("values.constant_factor_root", {"factor": factor, "root": ("-" if factor < 0 else "") + root})


def _root(factor: float) -> str | None:
    """√n or 1/√n, or a whole number or its inverse, if `factor` is one within rounding."""
    is_inverse = factor < 1
    square = (1 / factor if is_inverse else factor) ** 2
    whole = round(square)
    if not 1 < whole <= _MAX_ROOT or abs(square - whole) > 1e-4 * whole:
        return None
    side = math.isqrt(whole)
    text = str(side) if side * side == whole else f"√{whole}"
    return f"1/{text}" if is_inverse else text


def _constant_row(difference: Difference) -> Finding | None:
    """The same row of numbers is missing or added everywhere, as when a bias is left out."""
    if difference.expected.ndim < 2 or _same_multiset(difference):  # moved numbers have nothing added to them
        return None
    errors = (difference.actual - difference.expected).reshape(-1, difference.expected.shape[-1])
    row = errors.mean(axis=0)
    if len(errors) > 1 and difference.is_close(errors, np.broadcast_to(row, errors.shape)):
        return Finding("values.constant_row", {"axis": difference.axis(difference.expected.ndim - 1)})
    return None


def _sums_elsewhere(difference: Difference) -> Finding | None:
    """Expected weights sum to 1 along an axis; the actual ones do not, or along another."""
    sums = _unit_axes(difference, difference.expected)
    if len(sums) != 1:
        return None
    actual = _unit_axes(difference, difference.actual)
    if sums[0] in actual:
        return None
    asked = difference.axis(sums[0])
    if actual:
        return Finding("values.sums_over_other_axis", {"expected": asked, "actual": difference.axis(actual[0])})
    return Finding("values.rows_do_not_sum", {"axis": asked})


def _unit_axes(difference: Difference, numbers: Array) -> list[int]:
    slack = 10 * float(difference.allowed.max(initial=0.0)) * max(numbers.shape, default=1)
    return [place for place in range(numbers.ndim) if bool(np.all(np.abs(numbers.sum(axis=place) - 1) <= slack))]


def _zero(difference: Difference) -> Finding | None:
    return None if difference.actual.any() else Finding("values.all_zero")


def _lower_precision(difference: Difference) -> Finding | None:
    """Right to the digits of a narrower format that real programs compute in."""
    for dtype in narrower_formats(difference.dtype):
        if dtype == "bfloat16":
            continue
        allowed = allowed_error(
            difference.expected, dtype=dtype, reduction=max(difference.case.reduction, 1), device=difference.device
        )
        if bool(np.all(np.abs(difference.actual - difference.expected) <= allowed)):
            return Finding("values.lower_precision", {"expected": difference.dtype, "actual": dtype})
    return None


def _localised(difference: Difference) -> Finding | None:
    """All mismatches, or all matches, lie at a few indices of one axis."""
    wrong = difference.wrong
    for place in range(wrong.ndim):
        others = tuple(axis for axis in range(wrong.ndim) if axis != place)
        has_wrong = np.asarray(wrong.any(axis=others)) if others else wrong
        size, count = has_wrong.size, int(has_wrong.sum())
        if size < 2 or count == size:
            continue
        name = difference.axis(place)
        if 2 * count <= size:
            return Finding("values.only_at", {"axis": name, "indices": _indices(has_wrong), "size": size})
        return Finding("values.only_right_at", {"axis": name, "indices": _indices(~has_wrong), "size": size})
    return None


def _indices(chosen: Array) -> str:
    places: Sequence[int] = np.flatnonzero(chosen).tolist()
    shown = ", ".join(str(place) for place in places[:8])
    return shown + (", …" if len(places) > 8 else "")


_Look = Callable[[Difference], Finding | None]

_NON_FINITE_LOOKS: Final[tuple[_Look, ...]] = (_hidden_rows, _non_finite, _localised)
_NUMBER_LOOKS: Final[tuple[_Look, ...]] = (
    _hidden_rows,
    _lower_precision,
    _zero,
    _is_input,
    _moved,
    _is_input_apart,
    _constant_factor,
    _constant_row,
    _sums_elsewhere,
    _localised,
)
_EXACT_LOOKS: Final[tuple[_Look, ...]] = (_inverted, _localised)
