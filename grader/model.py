"""The values that pass between the parts of the engine. All are frozen; none decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

import numpy as np

from grader.verdicts import Verdict

__all__ = [
    "Case",
    "CaseOutcome",
    "CaseReport",
    "Comparison",
    "Device",
    "Diagnosis",
    "Exercise",
    "Finding",
    "Framework",
    "GradeReport",
    "LearnerError",
    "Limits",
    "Locale",
    "Misconception",
    "Parameter",
    "Returned",
    "RunEnd",
    "Sandbox",
    "SandboxRequest",
    "SandboxRun",
    "Text",
    "Value",
]

Framework = Literal["numpy", "torch"]
Device = Literal["cpu", "cuda"]
Locale = Literal["en", "ja"]
Value = Any
"""What crosses the boundary: array, int, float, bool, None, mapping of arrays, tuple of arrays, list of ints."""


@dataclass(frozen=True, slots=True)
class Text:
    """One passage in both languages. Neither may be empty."""

    en: str
    ja: str

    def __getitem__(self, locale: str) -> str:
        return self.ja if locale == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Limits:
    """What one submission may use. Defaults live in `grader/sandbox/limits.toml` and nowhere else."""

    source_kib: int
    wall_seconds: float
    cpu_seconds: int
    memory_mib: int
    output_kib: int
    result_mib: int
    file_descriptors: int
    processes: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an entry point, as the statement writes it."""

    name: str
    has_default: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One call of the entry point and what is known about its result.

    Floating arrays in `args` and `kwargs` are held in float64, already rounded to `dtype`; the learner gets them
    in `dtype` ("float16", "bfloat16", "float32" or "float64"). Integer arrays are int64 and masks are bool for all.
    """

    id: str
    name: Text
    args: tuple[Value, ...]
    kwargs: Mapping[str, Value]
    dtype: str
    axes: tuple[tuple[str, ...], ...]
    """Names of the axes of each result, in the statement's words: (("batch", "seq_len", "d_model"),)."""
    reduction: int
    """How many terms the longest chain of sums behind one number has; 0 where numbers are only moved."""
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Misconception:
    """A runnable wrong reference. If it reproduces the learner's output, that is the diagnosis.

    `predict` takes what the reference takes. Where the belief says nothing about a case, it raises
    `grader.diagnose.PredictsNothing`; any other exception is the prediction that the learner's program raises.
    """

    id: str
    concept: str
    text: Text
    predict: Callable[..., Value]
    equivalent_to: frozenset[str] = frozenset()
    """Ids whose numbers are the same in every case of this exercise, as declared by the author."""
    uses_case_dtype: bool = False
    """The belief shows only in the case's own precision, as an overflow does: `predict` then gets floating arrays in
    the case's dtype (bfloat16 in float32) instead of float64."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise as its folder declares it."""

    slug: str
    digest: str
    """SHA-256 of everything that grading depends on; it seeds the visible cases."""
    unit: int
    position: int
    title: Text
    statement: Text
    """Markdown, with formulas between $ signs."""
    entry_point: str
    parameters: tuple[Parameter, ...]
    frameworks: tuple[Framework, ...]
    starters: Mapping[str, str]
    concept: str
    max_points: int
    visible_share: float
    """The part of `max_points` that the visible cases carry together."""
    limits: Limits
    reference: Callable[..., Value]
    make_cases: Callable[[np.random.Generator], list[Case]]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[Text, ...] = ()


class RunEnd(StrEnum):
    """How the child ended, as seen from outside."""

    COMPLETED = "completed"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    VIOLATION = "violation"
    CRASHED = "crashed"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Returned:
    """One value that the child sent. Everything in it was chosen by learner code."""

    kind: Literal["numpy", "torch", "int", "float", "bool", "none", "tuple", "mapping", "other"]
    type_name: str
    array: np.ndarray[Any, Any] | None = None
    """Arrays and numbers; bfloat16 arrives as float32."""
    dtype: str = ""
    """Name of the dtype, without the framework's prefix."""
    items: tuple[Returned, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LearnerError:
    """An exception out of learner code; only frames of the submission itself are kept."""

    type: str
    message: str
    line: int | None
    frames: tuple[tuple[int, str], ...] = ()
    """(line number, function name), outermost first."""


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What came of one case in the child: a value, an error, or nothing (both None)."""

    returned: Returned | None
    error: LearnerError | None
    is_input_mutated: bool
    wall_ms: float


@dataclass(frozen=True, slots=True)
class SandboxRequest:
    """All that may be sent to a child. `hidden` goes only after everything that will be shown has been taken."""

    source: str
    entry_point: str
    framework: Framework
    device: Device
    visible: tuple[Case, ...]
    hidden: tuple[Case, ...]
    limits: Limits


@dataclass(frozen=True, slots=True)
class SandboxRun:
    """One finished child. `outcomes` has one entry for each visible and then each hidden case, in order."""

    end: RunEnd
    outcomes: tuple[CaseOutcome, ...]
    load_error: LearnerError | None
    """The source did not even load, or does not define the entry point."""
    stdout: str
    """Printed up to the last visible case; nothing later is kept."""
    is_stdout_truncated: bool
    wall_ms: float
    layers: tuple[str, ...]
    detail: str = ""
    """For operators, never for learners: a signal's name, what was malformed."""


class Sandbox(Protocol):
    """What `grader.grading.grade` needs of a sandbox."""

    @property
    def layers(self) -> tuple[str, ...]: ...

    def run(self, request: SandboxRequest) -> SandboxRun:
        """Run one submission. Raises `SandboxError` for a fault of ours only."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """Something true of this output, by id; worded by `grader.messages` when read."""

    id: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Expected beside actual, for the first result that differs (or the first one). It prints and raises nothing."""

    verdict: Verdict
    output: int
    expected_shape: tuple[int, ...] | None
    actual_shape: tuple[int, ...] | None
    axes: tuple[str, ...]
    expected_dtype: str
    actual_dtype: str
    expected_type: str
    actual_type: str
    mismatched: int = 0
    total: int = 0
    max_abs_error: float | None = None
    allowed_error: float | None = None
    """At the element with the largest error in units of what is allowed there."""
    first_mismatch: tuple[int, ...] | None = None
    excerpt: Mapping[str, Any] | None = None
    """{"expected": rows, "actual": rows, "origin": index}: at most three by three around the first mismatch."""
    error_map: Mapping[str, Any] | None = None
    """Signed errors, actual − expected:
    {"axes": names of rows and columns, "panels": [{"label": index by axis, "values": rows}], "scale": largest}."""
    findings: tuple[Finding, ...] = ()
    outputs: int = 1
    """How many results the statement asks for; `output` counts them from 0."""


@dataclass(frozen=True, slots=True)
class CaseReport:
    id: str
    name: Text
    visible: bool
    verdict: Verdict
    comparison: Comparison | None
    error: LearnerError | None
    wall_ms: float


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Faults that together reproduce the output, then at most two ids with the very same numbers."""

    misconceptions: tuple[str, ...]
    equivalent: tuple[str, ...]
    concept: str


@dataclass(frozen=True, slots=True)
class GradeReport:
    """Everything known about one grading; `grader.report` turns it into version 1 of the JSON and words it."""

    exercise: str
    exercise_digest: str
    framework: Framework
    device: Device
    verdict: Verdict
    points: int
    max_points: int
    cases: tuple[CaseReport, ...]
    diagnoses: tuple[Diagnosis, ...]
    findings: tuple[Finding, ...]
    """About the submission as a whole: why it was rejected, which limit it met."""
    hints: int
    stdout: str
    is_stdout_truncated: bool
    total_ms: float
    sandbox_ms: float
    sandbox_layers: tuple[str, ...]
    is_visible_only: bool = False
    load_error: LearnerError | None = None
    """Why the source did not even load."""
