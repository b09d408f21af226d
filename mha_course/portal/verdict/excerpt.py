"""At most three by three numbers around the first mismatch, expected beside actual, with their indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Excerpt", "ExcerptCell", "ExcerptRow", "build_excerpt"]


@dataclass(frozen=True, slots=True)
class ExcerptCell:
    text: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class ExcerptRow:
    index: int | None
    """Index on the row axis; None where the result has one axis or none."""
    cells: tuple[ExcerptCell, ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """`where` holds (axis, index) of every axis before the last two."""

    where: tuple[tuple[str, int], ...]
    row_axis: str
    column_axis: str
    columns: tuple[int, ...]
    expected: tuple[ExcerptRow, ...]
    actual: tuple[ExcerptRow, ...]


def build_excerpt(
    excerpt: Mapping[str, Any] | None, axes: Sequence[str], first_mismatch: Sequence[int] | None
) -> Excerpt | None:
    """The excerpt of one comparison, or None where the report holds none."""
    if not excerpt or not excerpt.get("expected"):
        return None
    origin = [int(index) for index in excerpt.get("origin") or ()]
    names = [axes[place] if place < len(axes) else str(place) for place in range(len(origin))]
    expected = _rows(excerpt["expected"])
    actual = _rows(excerpt.get("actual") or ())
    row_start = origin[-2] if len(origin) >= 2 else None
    column_start = origin[-1] if origin else 0
    first = tuple(int(index) for index in first_mismatch or ())
    here = (first[-2] if len(first) >= 2 else None, first[-1] if first else 0)
    return Excerpt(
        where=tuple(zip(names[:-2], origin[:-2], strict=True)),
        row_axis=names[-2] if len(names) >= 2 else "",
        column_axis=names[-1] if names else "",
        columns=tuple(column_start + step for step in range(max((len(row) for row in expected), default=0))),
        expected=_marked(expected, row_start, column_start, here),
        actual=_marked(actual, row_start, column_start, here),
    )


def _rows(values: Any) -> list[list[Any]]:
    """A single number or a single row becomes a table too."""
    if not isinstance(values, list | tuple):
        return [[values]]
    if any(isinstance(row, list | tuple) for row in values):
        return [list(row) for row in values]
    return [list(values)]


def _marked(
    rows: list[list[Any]], row_start: int | None, column_start: int, here: tuple[int | None, int]
) -> tuple[ExcerptRow, ...]:
    marked = []
    for step, row in enumerate(rows):
        index = None if row_start is None else row_start + step
        cells = tuple(
            ExcerptCell(_number(value), (index, column_start + place) == here) for place, value in enumerate(row)
        )
        marked.append(ExcerptRow(index, cells))
    return tuple(marked)


def _number(value: Any) -> str:
    if value is None:
        return "—"
    return f"{value:.5g}" if isinstance(value, float) else str(value)
