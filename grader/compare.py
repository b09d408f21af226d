"""Expected beside actual: type, shape, dtype, finite, close, in this order. The first that fails is the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from grader import evidence, patterns, result_types, shapes
from grader.model import Case, Comparison, Device, Finding, Framework, Returned, Value
from grader.results import Expected, array_of, expected_results, expected_type, required_dtype, returned_results
from grader.tolerance import FORMATS, allowed_error
from grader.verdicts import Verdict

__all__ = ["Judge", "agrees", "compare"]

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Judge:
    """What does not change from case to case: the submission's framework and device, and the parameters' names."""

    framework: Framework
    device: Device = "cpu"
    parameters: tuple[str, ...] = ()


def compare(case: Case, expected: Value, returned: Returned, judge: Judge) -> Comparison:
    """The comparison of the result with the worst verdict, the first of several such.

    `expected` is what the reference gave in float64. Broadcasting never takes part: a shape is right or wrong before
    any number is looked at, and a NaN or infinity is right only where the reference holds the same. Maps, excerpts and
    findings about numbers are made for visible cases only, since hidden ones show none.
    """
    wanted = expected_results(expected)
    given = returned_results(returned, is_tuple=isinstance(expected, tuple))
    if given is None or len(given) != len(wanted):
        return _wrong_count(case, wanted, returned, judge)
    comparisons = [
        _Result(case, place, one, other, judge).compared()
        for place, (one, other) in enumerate(zip(wanted, given, strict=True))
    ]
    worst = min(comparisons, key=lambda comparison: comparison.verdict.severity)
    return replace(worst, outputs=len(wanted))


def agrees(case: Case, expected: Value, returned: Returned, judge: Judge) -> bool:
    """Whether the returned numbers are those of `expected` within the allowed error; dtypes do not matter.

    This is how closely a diagnosis must fit: with the tolerance of the verdict itself.
    """
    wanted = expected_results(expected)
    given = returned_results(returned, is_tuple=isinstance(expected, tuple))
    if given is None or len(given) != len(wanted):
        return False
    return all(_Result(case, 0, one, other, judge).is_close() for one, other in zip(wanted, given, strict=True))


def _wrong_count(case: Case, wanted: Sequence[Expected], returned: Returned, judge: Judge) -> Comparison:
    asked = expected_type(wanted[0], judge.framework)
    return Comparison(
        verdict=Verdict.WRONG_TYPE,
        output=0,
        expected_shape=None,
        actual_shape=None,
        axes=_axes(case, 0),
        expected_dtype="",
        actual_dtype="",
        expected_type="tuple" if len(wanted) > 1 else asked,
        actual_type=returned.type_name,
        outputs=len(wanted),
        findings=result_types.count_findings(len(wanted), asked, returned),
    )


def _axes(case: Case, output: int) -> tuple[str, ...]:
    return case.axes[output] if output < len(case.axes) else ()


@dataclass(frozen=True, slots=True)
class _Result:
    """One result of one case on its way through the checks."""

    case: Case
    output: int
    expected: Expected
    returned: Returned
    judge: Judge

    def compared(self) -> Comparison:
        actual = array_of(self.returned, self.expected, self.judge.framework)
        if actual is None:
            findings = result_types.findings(self.returned, self.expected, self.judge.framework)
            return replace(self._blank(Verdict.WRONG_TYPE), findings=findings)
        if actual.shape != self.expected.array.shape:
            found = self._shape_findings(actual) if self.case.visible else ()
            return replace(self._blank(Verdict.WRONG_SHAPE), findings=found)
        finding = result_types.dtype_finding(self.returned.dtype, self.expected.array, required_dtype(self.case))
        if finding is not None:
            return replace(self._blank(Verdict.WRONG_DTYPE), findings=(finding,))
        return self._numbers(actual)

    def is_close(self) -> bool:
        actual = array_of(self.returned, self.expected, self.judge.framework)
        if actual is None or actual.shape != self.expected.array.shape or actual.dtype.kind not in "biuf":
            return False
        return not self._wrong(actual, self._allowed()).any()

    def _blank(self, verdict: Verdict) -> Comparison:
        array = self.returned.array
        return Comparison(
            verdict=verdict,
            output=self.output,
            expected_shape=self.expected.array.shape,
            actual_shape=None if array is None else array.shape,
            axes=_axes(self.case, self.output),
            expected_dtype=self._expected_dtype(),
            actual_dtype=self.returned.dtype,
            expected_type=expected_type(self.expected, self.judge.framework),
            actual_type=self.returned.type_name,
            total=int(self.expected.array.size),
        )

    def _expected_dtype(self) -> str:
        array = self.expected.array
        return required_dtype(self.case) if array.dtype.kind == "f" else array.dtype.name

    def _allowed(self) -> Array:
        return allowed_error(
            self.expected.array,
            dtype=required_dtype(self.case),
            reduction=self.case.reduction,
            device=self.judge.device,
        )

    def _shape_findings(self, actual: Array) -> tuple[Finding, ...]:
        return shapes.findings(
            self.expected.array,
            actual,
            axes=_axes(self.case, self.output),
            framework=self.judge.framework,
            is_right=lambda repaired: not self._wrong(repaired, self._allowed()).any(),
        )

    def _wrong(self, actual: Array, allowed: Array) -> Array:
        expected = self.expected.array
        if expected.dtype.kind != "f" and actual.dtype.kind != "f":
            return np.asarray(actual != expected)
        with np.errstate(invalid="ignore", over="ignore"):
            numbers = actual.astype(np.float64)
            is_within = np.abs(numbers - expected) <= allowed
        is_same = (numbers == expected) | (np.isnan(numbers) & np.isnan(expected.astype(np.float64)))
        return np.asarray(~(is_within | is_same))

    def _numbers(self, actual: Array) -> Comparison:
        allowed = self._allowed()
        wrong = self._wrong(actual, allowed)
        blank = self._blank(Verdict.ACCEPTED)
        largest, allowed_there = _largest_error(self.expected.array, actual, allowed)
        measured = replace(blank, mismatched=int(wrong.sum()), max_abs_error=largest, allowed_error=allowed_there)
        first = evidence.first_index(wrong)
        if first is None:
            return measured
        stray = patterns.stray(actual, wrong)
        measured = replace(
            measured, verdict=Verdict.NON_FINITE if stray.any() else Verdict.WRONG_VALUE, first_mismatch=first
        )
        return self._with_evidence(measured, actual, wrong, allowed) if self.case.visible else measured

    def _with_evidence(self, measured: Comparison, actual: Array, wrong: Array, allowed: Array) -> Comparison:
        """What only a visible case shows, and only its learner needs."""
        first = measured.first_mismatch or ()
        difference = patterns.Difference(
            case=self.case,
            expected=self.expected.array,
            actual=actual,
            allowed=allowed,
            wrong=wrong,
            axes=measured.axes,
            dtype=required_dtype(self.case),
            device=self.judge.device,
            parameters=self.judge.parameters,
        )
        return replace(
            measured,
            excerpt=evidence.excerpt(self.expected.array, actual, first),
            error_map=evidence.error_map(self.expected.array, actual, wrong, measured.axes),
            findings=patterns.findings(difference),
        )


def _largest_error(expected: Array, actual: Array, allowed: Array) -> tuple[float | None, float | None]:
    """The largest finite |error|, and what is allowed at the element with the largest error relative to that."""
    if expected.size == 0:
        return None, None
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        errors = np.abs(actual.astype(np.float64) - expected.astype(np.float64))
        finite = np.isfinite(errors)
        if not finite.any():
            return None, float(allowed.max())
        shares = np.where(finite, errors / np.maximum(allowed, FORMATS["float64"].smallest), -1.0)
    return float(errors[finite].max()), float(allowed.flat[int(shares.argmax())])
