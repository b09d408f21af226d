"""A report as a terminal shows it: the verdict first, then the evidence, then the next step."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

__all__ = ["Paint", "display_width", "language_of_terminal", "report_lines", "wrapped"]

LINE_WIDTH = 88
_INDENT = "  "
_COLUMN_GAP = " " * 6
_NEVER_FIRST = "、。，．：；！？）」』】・ー"
"""Japanese punctuation that does not begin a line."""
_FRAMEWORKS = {"numpy": "NumPy", "torch": "PyTorch"}
_DEVICES = {"cpu": "CPU", "cuda": "CUDA"}


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours, where there is a terminal to show them. Nothing is said by colour alone."""

    is_on: bool

    def strong(self, text: str) -> str:
        return self._wrap("1", text)

    def faint(self, text: str) -> str:
        return self._wrap("2", text)

    def right(self, text: str) -> str:
        return self._wrap("34", text)

    def wrong(self, text: str) -> str:
        return self._wrap("33", text)

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_on and text else text


def language_of_terminal() -> str:
    """ja where the environment's locale is Japanese, else en."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "ja" if named.startswith("ja") else "en"


def report_lines(report: Mapping[str, Any], *, title: str, paint: Paint) -> Iterator[str]:
    """The lines of one rendered report, in the active language."""
    yield from _verdict_lines(report, title, paint)
    failing = next((case for case in report["cases"] if case["visible"] and case["verdict"] != "accepted"), None)
    if failing and failing["comparison"]:
        yield from _shape_lines(failing["comparison"], paint)
    yield from _case_lines(report, failing, paint)
    if failing and failing["comparison"]:
        yield from _excerpt_lines(failing["comparison"], paint)
    for error in filter(None, [report["error"], failing and failing["error"]]):
        yield from _section(_("Error"), _error_text(error), paint)
    if report["verdict"] != "accepted":
        yield from _section(_("Next step"), report["next_step"], paint)
    for diagnosis in report["diagnoses"]:
        yield from _section(_("Cause"), diagnosis["text"], paint)
    for finding in report["findings"]:
        yield from _section(_("Finding"), finding["text"], paint)
    if report["quiz"]:
        yield from _section(_("Quiz items on this"), ", ".join(report["quiz"]), paint)
    if report["stdout"]:
        heading = _("Printed")
        yield from ("", f"{_INDENT}{paint.strong(heading)}")
        yield from (f"{_INDENT * 2}{_visible(line)}" for line in report["stdout"].splitlines())
    yield ""


def _verdict_lines(report: Mapping[str, Any], title: str, paint: Paint) -> Iterator[str]:
    is_accepted = report["verdict"] == "accepted"
    where = f"{_FRAMEWORKS[report['framework']]}, {_DEVICES[report['device']]}"
    points = _("%(points)s of %(most)s points") % {"points": report["points"], "most": report["max_points"]}
    mark = paint.right("✓") if is_accepted else paint.wrong("✗")
    label = paint.right(report["label"]) if is_accepted else paint.wrong(report["label"])
    about = " · ".join((report["exercise"], title, where, points))
    yield f"{mark} {paint.strong(label)}  {paint.faint(about)}"
    yield from (f"{_INDENT}{paint.strong(line)}" for line in wrapped(report["headline"], LINE_WIDTH - len(_INDENT)))


def _shape_lines(comparison: Mapping[str, Any], paint: Paint) -> Iterator[str]:
    """Expected above actual, axis under axis; where the numbers of axes differ, they are aligned at the last one."""
    expected, actual = comparison["expected_shape"], comparison["actual_shape"]
    if expected is None or actual is None:
        return
    names = list(comparison["axes"]) if len(comparison["axes"]) == len(expected) else [""] * len(expected)
    rungs = max(len(expected), len(actual))
    columns = [_padded_front([str(part) for part in row], rungs) for row in (names, expected, actual)]
    widths = [max(display_width(row[rung]) for row in columns) for rung in range(rungs)]
    labels = ["", _("expected"), _("yours")]
    label_width = max(display_width(label) for label in labels)
    yield ""
    for label, row in zip(labels, columns, strict=True):
        cells = []
        for rung, cell in enumerate(row):
            is_wrong = label == labels[2] and cell != columns[1][rung]
            text = " " * (widths[rung] - display_width(cell)) + cell
            cells.append(paint.wrong(text + "*") if is_wrong else text + " ")
        yield f"{_INDENT}{label}{' ' * (label_width - display_width(label))}  {'  '.join(cells)}".rstrip()
    types = (comparison["expected_dtype"], comparison["actual_dtype"])
    if types[0] != types[1]:
        yield f"{_INDENT}dtype: {_('expected')} {types[0]}, {_('yours')} {paint.wrong(types[1])}"


def _padded_front(cells: list[str], length: int) -> list[str]:
    return [""] * (length - len(cells)) + cells


def _case_lines(report: Mapping[str, Any], opened: Mapping[str, Any] | None, paint: Paint) -> Iterator[str]:
    yield ""
    yield f"{_INDENT}{report['summary']}"
    for case in report["cases"]:
        if not case["visible"]:
            continue
        is_accepted = case["verdict"] == "accepted"
        mark = paint.right("✓") if is_accepted else paint.wrong("✗")
        yield f"{_INDENT}{mark} {case['name']}" + ("" if is_accepted else paint.faint(f"  {case['text']}"))
        if case is opened and case["comparison"]:
            for line in _numbers(case["comparison"]):
                yield f"{_INDENT * 2}{line}"


def _numbers(comparison: Mapping[str, Any]) -> Iterator[str]:
    if comparison["mismatched"]:
        numbers = {"mismatched": comparison["mismatched"], "total": comparison["total"]}
        yield _("%(mismatched)s of %(total)s numbers differ.") % numbers
    if comparison["max_abs_error"] is not None and comparison["mismatched"]:
        errors = {"largest": f"{comparison['max_abs_error']:.3g}", "allowed": f"{comparison['allowed_error']:.3g}"}
        yield _("Largest error %(largest)s, where %(allowed)s is allowed.") % errors
    if comparison["first_mismatch"] is not None:
        place = ", ".join(
            f"{axis} {index}" for axis, index in zip(comparison["axes"], comparison["first_mismatch"], strict=False)
        )
        yield _("First difference at %(place)s.") % {"place": place}
    for finding in comparison["findings"]:
        yield from wrapped(finding["text"], LINE_WIDTH - 2 * len(_INDENT))


def _excerpt_lines(comparison: Mapping[str, Any], paint: Paint) -> Iterator[str]:
    excerpt = comparison["excerpt"]
    if not excerpt or not excerpt.get("expected"):
        return
    expected = [[_number(value) for value in row] for row in _rows(excerpt["expected"])]
    actual = [[_number(value) for value in row] for row in _rows(excerpt["actual"])]
    width = max((len(cell) for row in expected + actual for cell in row), default=0)
    left = max(len(row) for row in expected) * (width + 2) - 1 + len(_COLUMN_GAP)
    heading = _("expected")
    yield ""
    yield f"{_INDENT}{paint.strong(heading)}{' ' * (left - display_width(heading))}{paint.strong(_('yours'))}"
    for wanted, got in zip(expected, actual, strict=False):
        cells = [
            paint.wrong(f"{cell:>{width}}*") if cell != right else f"{cell:>{width}} "
            for cell, right in zip(got, wanted, strict=False)
        ]
        yield f"{_INDENT}{' '.join(f'{cell:>{width}} ' for cell in wanted)}{_COLUMN_GAP}{' '.join(cells)}".rstrip()


def _rows(values: Sequence[Any]) -> list[Sequence[Any]]:
    return list(values) if values and isinstance(values[0], list) else [values]


def _number(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _error_text(error: Mapping[str, Any]) -> str:
    """What Python said and where. What it means stands in the next step."""
    said = f"{error['type']}: {error['message']}" if error["message"] else error["type"]
    place = _(" (line %(line)s)") % {"line": error["line"]} if error["line"] else ""
    return _visible(said + place)


def _section(heading: str, text: str, paint: Paint) -> Iterator[str]:
    yield ""
    yield f"{_INDENT}{paint.strong(heading)}"
    for line in wrapped(text, LINE_WIDTH - 2 * len(_INDENT)):
        yield f"{_INDENT * 2}{line}"


def _visible(text: str) -> str:
    """What a learner's program said, without anything that would steer the terminal."""
    return "".join(
        character if character.isprintable() or character == "\t" else "\N{REPLACEMENT CHARACTER}" for character in text
    )


def display_width(text: str) -> int:
    """Columns that `text` takes: two for each wide character."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of at most `width` columns: broken at spaces in Latin text, between any two characters in Japanese."""
    line = ""
    for word in _words(text):
        if line and display_width((line + word).rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += word if line else word.lstrip()
    if line.strip():
        yield line.rstrip()


def _words(text: str) -> Iterator[str]:
    """Pieces that stay in one piece: a Latin word with the space after it, or one wide character."""
    piece = ""
    for character in text:
        is_wide = unicodedata.east_asian_width(character) in "WF"
        if piece and is_wide and character not in _NEVER_FIRST:
            yield piece
            piece = ""
        piece += character
        if character == " ":
            yield piece
            piece = ""
    if piece:
        yield piece
