"""The cases of a report: visible ones by name and with their evidence, hidden ones only counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mha_course.portal.verdict.excerpt import Excerpt, build_excerpt
from mha_course.portal.verdict.heat_map import HeatMaps, build_heat_maps
from mha_course.portal.verdict.ladder import Ladder, build_ladder

__all__ = ["CaseMark", "CasesRow", "Evidence", "build_cases", "build_evidence"]

ACCEPTED = "accepted"
MOST_TIMES = 1000
"""From here on the ratio is a long number that only says: this is no rounding error."""
REPAIR = "shape.repair"
"""Id of the finding that holds a proven repair."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one failing visible case shows. Every part may be absent."""

    ladder: Ladder | None
    heat_maps: HeatMaps | None
    excerpt: Excerpt | None
    first_mismatch: tuple[tuple[str, int], ...]
    expected_dtype: str
    actual_dtype: str
    mismatched: int
    total: int
    max_abs_error: str
    allowed_error: str
    times_allowed: str
    """How many times the allowed error the largest one is; empty where that says nothing: within it, or far off."""
    findings: tuple[str, ...]
    repair: str
    """A call that was tried and makes this case right, as code; empty where there is none."""
    result_number: int
    """Which of the results this is, from 1."""
    result_count: int

    @property
    def has_other_dtype(self) -> bool:
        return bool(self.actual_dtype) and self.expected_dtype != self.actual_dtype


@dataclass(frozen=True, slots=True)
class CaseMark:
    """One visible case."""

    name: str
    verdict: str
    verdict_text: str
    error: Mapping[str, Any] | None
    evidence: Evidence | None

    @property
    def is_passed(self) -> bool:
        return self.verdict == ACCEPTED


@dataclass(frozen=True, slots=True)
class CasesRow:
    visible: tuple[CaseMark, ...]
    hidden_passed: int
    hidden_total: int

    @property
    def hidden_marks(self) -> tuple[bool, ...]:
        """Passed ones first: the order of hidden cases is nobody's business."""
        return (True,) * self.hidden_passed + (False,) * (self.hidden_total - self.hidden_passed)

    @property
    def failed(self) -> tuple[CaseMark, ...]:
        return tuple(mark for mark in self.visible if not mark.is_passed)

    @property
    def passed_names(self) -> frozenset[str]:
        return frozenset(mark.name for mark in self.visible if mark.is_passed)


def build_cases(report: Mapping[str, Any]) -> CasesRow:
    """Marks of all cases of a rendered report."""
    visible = tuple(_mark(case) for case in report["cases"] if case["visible"])
    hidden = [case["verdict"] for case in report["cases"] if not case["visible"]]
    return CasesRow(visible, hidden.count(ACCEPTED), len(hidden))


def _mark(case: Mapping[str, Any]) -> CaseMark:
    comparison = case.get("comparison")
    is_shown = comparison and case["verdict"] != ACCEPTED
    return CaseMark(
        name=case.get("name") or "",
        verdict=case["verdict"],
        verdict_text=case.get("text") or "",
        error=case.get("error"),
        evidence=build_evidence(comparison) if is_shown else None,
    )


def build_evidence(comparison: Mapping[str, Any]) -> Evidence:
    """What there is to show of one comparison."""
    axes = tuple(str(axis) for axis in comparison.get("axes") or ())
    expected, actual = comparison.get("expected_shape"), comparison.get("actual_shape")
    largest, allowed = comparison.get("max_abs_error"), comparison.get("allowed_error")
    first = comparison.get("first_mismatch")
    findings = comparison.get("findings") or ()
    return Evidence(
        ladder=None if expected is None or actual is None else build_ladder(expected, actual, axes),
        heat_maps=build_heat_maps(comparison.get("error_map"), allowed),
        excerpt=build_excerpt(comparison.get("excerpt"), axes, first),
        first_mismatch=_named_index(axes, first),
        expected_dtype=comparison.get("expected_dtype") or "",
        actual_dtype=comparison.get("actual_dtype") or "",
        mismatched=comparison.get("mismatched") or 0,
        total=comparison.get("total") or 0,
        max_abs_error=_short(largest),
        allowed_error=_short(allowed),
        times_allowed=_times(largest, allowed),
        findings=tuple(finding["text"] for finding in findings if finding["id"] != REPAIR),
        repair=next((finding["parameters"]["call"] for finding in findings if finding["id"] == REPAIR), ""),
        result_number=comparison["output"] + 1,
        result_count=comparison.get("outputs") or 1,
    )


def _named_index(axes: Sequence[str], index: Sequence[int] | None) -> tuple[tuple[str, int], ...]:
    return tuple((axes[place] if place < len(axes) else str(place), int(at)) for place, at in enumerate(index or ()))


def _short(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def _times(largest: float | None, allowed: float | None) -> str:
    if not largest or not allowed or largest <= allowed:
        return ""
    times = largest / allowed
    if times >= MOST_TIMES:
        return ""
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}"
