"""Signed errors as small maps: zero is neutral, sign is a hue, and all panels of a case share one scale."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Cell", "HeatMaps", "Panel", "build_heat_maps", "signed"]

LEVELS = 5
"""Steps of colour on each side of zero; `site.css` has one class for each."""

_PANEL_SIDE = 168
_CELL_SIDES = (9, 24)
"""Least and greatest side of a cell, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One error. `row` and `column` are indices of the result; `x`, `y` and `side` are in the panel's own pixels."""

    row: int
    column: int
    value: float | None
    level: str
    """Suffix of the CSS class: n5 … n1, 0, p1 … p5, or nan."""
    x: int
    y: int
    side: int

    @property
    def text(self) -> str:
        return signed(self.value)


@dataclass(frozen=True, slots=True)
class Panel:
    label: tuple[tuple[str, int], ...]
    """(axis name, index) of each axis that is held still in this panel."""
    rows: tuple[tuple[Cell, ...], ...]
    width: int
    height: int

    @property
    def label_text(self) -> str:
        return " · ".join(f"{axis} {index}" for axis, index in self.label)


@dataclass(frozen=True, slots=True)
class HeatMaps:
    row_axis: str
    column_axis: str
    scale: float
    panels: tuple[Panel, ...]
    is_cropped: bool
    """Whether the result is larger than what is shown."""

    @property
    def scale_text(self) -> str:
        return f"{self.scale:.3g}"


def build_heat_maps(error_map: Mapping[str, Any] | None, allowed_error: float | None) -> HeatMaps | None:
    """The maps of one comparison, or None where the report holds none."""
    if not error_map or not error_map.get("panels"):
        return None
    axes = [*error_map.get("axes", ()), "", ""]
    scale = float(error_map.get("scale") or 0.0)
    panels = tuple(_panel(panel, scale, allowed_error or 0.0) for panel in error_map["panels"])
    return HeatMaps(axes[0], axes[1], scale, panels, bool(error_map.get("is_cropped")))


def signed(value: float | None) -> str:
    """A difference in three digits with its sign always said, in characters that Python reads back."""
    if value is None or not math.isfinite(value):
        return "NaN"
    return "0" if value == 0 else f"{value:+.3g}"


def _panel(panel: Mapping[str, Any], scale: float, allowed: float) -> Panel:
    values: Sequence[Sequence[float | None]] = panel["values"]
    columns = max((len(row) for row in values), default=1)
    side = min(max(_PANEL_SIDE // max(columns, 1), _CELL_SIDES[0]), _CELL_SIDES[1])
    first_row, first_column = panel.get("origin") or (0, 0)
    rows = tuple(
        tuple(
            Cell(
                first_row + row,
                first_column + column,
                value,
                _level(value, scale, allowed),
                column * side,
                row * side,
                side,
            )
            for column, value in enumerate(line)
        )
        for row, line in enumerate(values)
    )
    label = tuple((str(axis), int(index)) for axis, index in (panel.get("label") or {}).items())
    return Panel(label, rows, columns * side, len(values) * side)


def _level(value: float | None, scale: float, allowed: float) -> str:
    if value is None or not math.isfinite(value):
        return "nan"
    if abs(value) <= allowed or scale <= 0:
        return "0"
    step = min(max(math.ceil(abs(value) / scale * LEVELS), 1), LEVELS)
    return f"{'n' if value < 0 else 'p'}{step}"
