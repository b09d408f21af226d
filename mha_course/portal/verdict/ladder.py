"""Expected and actual shapes as two ladders, axis under axis, with the wrong rungs marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

__all__ = ["Ladder", "Rung", "build_ladder"]


@dataclass(frozen=True, slots=True)
class Rung:
    """One axis of one shape. `size` is None where this side has no such axis."""

    axis: str
    size: int | None
    is_wrong: bool = False
    belongs_to: str = ""
    """The axis that has this size in the expected shape, where that is one other axis."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """`expected` and `actual` have the same length; rungs at one position stand under each other."""

    expected: tuple[Rung, ...]
    actual: tuple[Rung, ...]

    @property
    def is_right(self) -> bool:
        return not any(rung.is_wrong for rung in self.actual)


def build_ladder(expected: Sequence[int], actual: Sequence[int], axes: Sequence[str]) -> Ladder:
    """Both ladders. `axes` names the expected axes; an axis beyond them is shown by its position."""
    names = [axes[place] if place < len(axes) else str(place) for place in range(len(expected))]
    above: list[Rung] = []
    below: list[Rung] = []
    for expected_place, actual_place in _pairs(expected, actual):
        above_size = None if expected_place is None else expected[expected_place]
        below_size = None if actual_place is None else actual[actual_place]
        name = "" if expected_place is None else names[expected_place]
        is_wrong = above_size != below_size
        belongs_to = _owner(below_size, expected, names, name) if is_wrong else ""
        above.append(Rung(name, above_size))
        below.append(Rung(name, below_size, is_wrong, belongs_to))
    return Ladder(tuple(above), tuple(below))


def _pairs(expected: Sequence[int], actual: Sequence[int]) -> list[tuple[int | None, int | None]]:
    """Which positions stand under each other. Where the ranks differ, axes of the same size keep together."""
    if len(expected) == len(actual):
        return [(place, place) for place in range(len(expected))]
    pairs: list[tuple[int | None, int | None]] = []
    for _tag, e_from, e_to, a_from, a_to in SequenceMatcher(None, list(expected), list(actual), False).get_opcodes():
        for step in range(max(e_to - e_from, a_to - a_from)):
            above = e_from + step if e_from + step < e_to else None
            below = a_from + step if a_from + step < a_to else None
            pairs.append((above, below))
    return pairs


def _owner(size: int | None, expected: Sequence[int], names: Sequence[str], own_name: str) -> str:
    owners = [name for name, other in zip(names, expected, strict=True) if other == size and name != own_name]
    return owners[0] if size is not None and len(owners) == 1 else ""
