"""Version 1 of the report: what is stored, and what a reader in one language gets.

Stored are ids and parameters. `render` adds, in the reader's language:

- `headline`, one line that says what is true; `label`, the verdict's name;
- `text`: {"shows", "means", "next"} for the verdict, and `next_step`, the one thing to do now;
- `summary`, visible and hidden cases counted apart;
- `text` of each finding, of each diagnosis (and `equivalent_texts`), and of each case (its verdict's name);
- `error.text`, what a well-known exception of NumPy, torch or Python means, where it is known.

A case's `name` is {"en", "ja"} when stored and one string when rendered. Hidden cases hold a verdict and nothing else.
JSON has no NaN: an excerpt holds "nan", "inf" or "-inf", an error map holds null, and other numbers are null.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from grader.model import CaseReport, Comparison, Diagnosis, Finding, GradeReport, LearnerError
from grader.wording import render

__all__ = ["VERSION", "render", "to_json"]

VERSION: Final = 1
MAX_STDOUT: Final = 64 * 1024
MAX_ERROR_MESSAGE: Final = 600
MAX_TYPE_NAME: Final = 120
MAX_FRAMES: Final = 12


def to_json(report: GradeReport, *, quiz: Sequence[str] = ()) -> dict[str, Any]:
    """What is stored and sent. `quiz` are the ids of items that go with this verdict; the engine knows none."""
    return {
        "version": VERSION,
        "exercise": report.exercise,
        "exercise_digest": report.exercise_digest,
        "framework": report.framework,
        "device": report.device,
        "verdict": report.verdict.value,
        "points": report.points,
        "max_points": report.max_points,
        "is_visible_only": report.is_visible_only,
        "cases": [_case(case) for case in report.cases],
        "diagnoses": [_diagnosis(diagnosis) for diagnosis in report.diagnoses],
        "findings": _findings(report.findings),
        "error": _error(report.load_error),
        "quiz": list(quiz),
        "hints": report.hints,
        "stdout": report.stdout[:MAX_STDOUT],
        "is_stdout_truncated": report.is_stdout_truncated or len(report.stdout) > MAX_STDOUT,
        "timing_ms": {"total": _ms(report.total_ms), "sandbox": _ms(report.sandbox_ms)},
        "sandbox_layers": list(report.sandbox_layers),
    }


def _case(case: CaseReport) -> dict[str, Any]:
    if not case.visible:
        return {"visible": False, "verdict": case.verdict.value}
    return {
        "name": {"en": case.name.en, "ja": case.name.ja},
        "visible": True,
        "verdict": case.verdict.value,
        "comparison": None if case.comparison is None else _comparison(case.comparison),
        "error": _error(case.error),
        "wall_ms": _ms(case.wall_ms),
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "verdict": comparison.verdict.value,
        "output": comparison.output,
        "outputs": comparison.outputs,
        "expected_shape": _shape(comparison.expected_shape),
        "actual_shape": _shape(comparison.actual_shape),
        "axes": list(comparison.axes),
        "expected_dtype": comparison.expected_dtype,
        "actual_dtype": comparison.actual_dtype,
        "expected_type": comparison.expected_type,
        "actual_type": comparison.actual_type[:MAX_TYPE_NAME],
        "mismatched": comparison.mismatched,
        "total": comparison.total,
        "max_abs_error": _finite(comparison.max_abs_error),
        "allowed_error": _finite(comparison.allowed_error),
        "first_mismatch": _shape(comparison.first_mismatch),
        "excerpt": comparison.excerpt,
        "error_map": comparison.error_map,
        "findings": _findings(comparison.findings),
    }


def _findings(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [{"id": finding.id, "parameters": _plain(finding.parameters)} for finding in findings]


def _diagnosis(diagnosis: Diagnosis) -> dict[str, Any]:
    return {key: _plain(value) for key, value in dataclasses.asdict(diagnosis).items()}


def _error(error: LearnerError | None) -> dict[str, Any] | None:
    if error is None:
        return None
    return {
        "type": error.type[:MAX_TYPE_NAME],
        "message": error.message[:MAX_ERROR_MESSAGE],
        "line": error.line,
        "frames": [[line, name[:MAX_TYPE_NAME]] for line, name in error.frames[-MAX_FRAMES:]],
    }


def _shape(shape: tuple[int, ...] | None) -> list[int] | None:
    return None if shape is None else list(shape)


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _ms(value: float) -> float:
    return round(value, 3)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, str):
        return value[:MAX_ERROR_MESSAGE]
    return value
