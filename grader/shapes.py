"""What turned the expected shape into the one that came: axes swapped, missing, added, merged or of another size.

A repair is one call, and is offered only if it makes the numbers right as well: that has been tried, not guessed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grader.model import Finding, Framework

__all__ = ["findings"]

Array = npt.NDArray[Any]
_MAX_AXES = 6


@dataclass(frozen=True, slots=True)
class _Shapes:
    expected: Array
    actual: Array
    axes: tuple[str, ...]
    framework: Framework
    is_right: Callable[[Array], bool]

    def name(self, place: int) -> str:
        return self.axes[place] if place < len(self.axes) else f"axis {place}"


def findings(
    expected: Array,
    actual: Array,
    *,
    axes: Sequence[str],
    framework: Framework,
    is_right: Callable[[Array], bool],
) -> tuple[Finding, ...]:
    """One finding, and the call that repairs it where there is one.

    `is_right` says whether numbers of the expected shape are the expected ones.
    """
    shapes = _Shapes(expected, actual, tuple(axes), framework, is_right)
    for look in (_swapped, _missing, _added, _merged, _cut, _other_sizes):
        found = look(shapes)
        if found is not None:
            return found
    return (
        Finding("shape.axis_count", {"expected": len(expected.shape), "actual": len(actual.shape), "axes": list(axes)}),
    )


def _with_repair(shapes: _Shapes, finding: Finding, call: str, repaired: Array) -> tuple[Finding, ...]:
    if repaired.shape == shapes.expected.shape and shapes.is_right(repaired):
        return finding, Finding("shape.repair", {"call": call})
    return (finding,)


def _swapped(shapes: _Shapes) -> tuple[Finding, ...] | None:
    if sorted(shapes.expected.shape) != sorted(shapes.actual.shape) or shapes.actual.ndim > _MAX_AXES:
        return None
    orders = list(_orders(shapes.actual.shape, shapes.expected.shape))
    order = next((order for order in orders if shapes.is_right(shapes.actual.transpose(order))), orders[0])
    moved = [place for place, source in enumerate(order) if place != source]
    finding = Finding("shape.axes_swapped", {"axes": [shapes.name(place) for place in moved]})
    return _with_repair(shapes, finding, _reorder_call(order, shapes.framework), shapes.actual.transpose(order))


def _orders(actual: Sequence[int], expected: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every order of axes that gives the expected shape, those that move the fewest axes first."""
    fitting = [
        order
        for order in itertools.permutations(range(len(actual)))
        if all(actual[source] == size for source, size in zip(order, expected, strict=True))
    ]
    yield from sorted(fitting, key=lambda order: sum(place != source for place, source in enumerate(order)))


def _reorder_call(order: Sequence[int], framework: Framework) -> str:
    moved = [place for place, source in enumerate(order) if place != source]
    if len(moved) == 2:
        return f".{'transpose' if framework == 'torch' else 'swapaxes'}({moved[0]}, {moved[1]})"
    return f".{'permute' if framework == 'torch' else 'transpose'}({', '.join(map(str, order))})"


def _missing(shapes: _Shapes) -> tuple[Finding, ...] | None:
    expected, actual = shapes.expected.shape, shapes.actual.shape
    if len(expected) != len(actual) + 1:
        return None
    for place, size in enumerate(expected):
        if expected[:place] + expected[place + 1 :] == actual:
            finding = Finding("shape.axis_missing", {"axis": shapes.name(place), "size": size})
            if size != 1:
                return (finding,)
            call = f".unsqueeze({place})" if shapes.framework == "torch" else f"[{', '.join([':'] * place + ['None'])}]"
            return _with_repair(shapes, finding, call, np.expand_dims(shapes.actual, place))
    return None


def _added(shapes: _Shapes) -> tuple[Finding, ...] | None:
    expected, actual = shapes.expected.shape, shapes.actual.shape
    if len(actual) != len(expected) + 1:
        return None
    for place, size in enumerate(actual):
        if actual[:place] + actual[place + 1 :] == expected:
            finding = Finding("shape.axis_added", {"place": place, "size": size})
            if size != 1:
                return (finding,)
            return _with_repair(shapes, finding, f".squeeze({place})", shapes.actual.squeeze(place))
    return None


def _merged(shapes: _Shapes) -> tuple[Finding, ...] | None:
    """Neighbouring axes of the expected shape came as one."""
    expected, actual = shapes.expected.shape, shapes.actual.shape
    place = _merge_place(expected, actual)
    if place is None:
        return None
    run = len(expected) - len(actual) + 1
    names = [shapes.name(axis) for axis in range(place, place + run)]
    finding = Finding("shape.axes_merged", {"axes": names, "size": actual[place]})
    return _with_repair(shapes, finding, f".reshape{expected}", shapes.actual.reshape(expected))


def _cut(shapes: _Shapes) -> tuple[Finding, ...] | None:
    """One axis of the expected shape came as several."""
    expected, actual = shapes.expected.shape, shapes.actual.shape
    place = _merge_place(actual, expected)
    if place is None:
        return None
    run = len(actual) - len(expected) + 1
    finding = Finding("shape.axis_cut", {"axis": shapes.name(place), "sizes": list(actual[place : place + run])})
    return _with_repair(shapes, finding, f".reshape{expected}", shapes.actual.reshape(expected))


def _merge_place(long: tuple[int, ...], short: tuple[int, ...]) -> int | None:
    """Where a run of axes of `long`, multiplied, gives `short`."""
    run = len(long) - len(short) + 1
    if run < 2 or not short:
        return None
    for place in range(len(short)):
        if (*long[:place], math.prod(long[place : place + run]), *long[place + run :]) == short:
            return place
    return None


def _other_sizes(shapes: _Shapes) -> tuple[Finding, ...] | None:
    expected, actual = shapes.expected.shape, shapes.actual.shape
    if len(expected) != len(actual):
        return None
    differing = [place for place, pair in enumerate(zip(expected, actual, strict=True)) if pair[0] != pair[1]]
    if len(differing) == 1:
        place = differing[0]
        parameters = {"axis": shapes.name(place), "expected": expected[place], "actual": actual[place]}
        return (Finding("shape.size_differs", parameters),)
    return (Finding("shape.sizes_differ", {"axes": [shapes.name(place) for place in differing]}),)
