"""Parts for tests of the engine that need no child: a small exercise, returned values, a scripted sandbox."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.cases import cast, make_case
from grader.model import (
    Case,
    CaseOutcome,
    Exercise,
    LearnerError,
    Limits,
    Misconception,
    Parameter,
    Returned,
    RunEnd,
    SandboxRequest,
    SandboxRun,
    Text,
)

LIMITS = Limits(
    source_kib=64,
    wall_seconds=6.0,
    cpu_seconds=5,
    memory_mib=512,
    output_kib=64,
    result_mib=16,
    file_descriptors=32,
    processes=1,
)

Program = Callable[..., Any]


def returned(value: Any, dtype: str | None = None) -> Returned:
    """What the sandbox reports of `value`; arrays are NumPy's unless they come as `torch_returned`."""
    if value is None:
        return Returned("none", "NoneType")
    if isinstance(value, tuple):
        return Returned("tuple", "tuple", items=tuple(returned(item) for item in value))
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return Returned("numpy", "numpy.ndarray", array, dtype or array.dtype.name)
    if isinstance(value, bool | int | float):
        name = type(value).__name__
        return Returned(name, name, np.asarray(value), np.asarray(value).dtype.name)  # type: ignore[arg-type]
    return Returned("other", type(value).__name__)


def torch_returned(array: np.ndarray, dtype: str | None = None) -> Returned:
    return Returned("torch", "torch.Tensor", array, dtype or array.dtype.name)


def case(
    value: np.ndarray,
    *,
    name: str = "one",
    dtype: str = "float64",
    reduction: int = 4,
    visible: bool = True,
    **more: Any,
) -> Case:
    axes = more.pop("axes", [("batch", "num_heads", "seq_len", "d_k")[-np.ndim(value) :]])
    return make_case(
        id=name,
        name=Text(f"case {name}", f"ケース {name}"),
        args=more.pop("args", (value,)),
        dtype=dtype,
        axes=axes,
        reduction=reduction,
        visible=visible,
        **more,
    )


def doubling(**changes: Any) -> Exercise:
    """`double(x)`: two visible and three hidden cases of float64, float32 and float16 among them."""

    def make_cases(rng: np.random.Generator) -> list[Case]:
        sizes = [(2, 3), (3, 2), (4, 5), (2, 4), (5, 2)]
        dtypes = ["float64", "float32", "float64", "float32", "bfloat16"]
        return [
            case(rng.standard_normal(size), name=f"case-{place}", dtype=dtype, reduction=1, visible=place < 2)
            for place, (size, dtype) in enumerate(zip(sizes, dtypes, strict=True))
        ]

    def tripled(x: np.ndarray) -> np.ndarray:
        return 3 * x

    exercise = Exercise(
        slug="double",
        digest="0" * 64,
        unit=1,
        position=1,
        title=Text("Double", "2 倍"),
        statement=Text("Double it.", "2 倍にします。"),
        entry_point="double",
        parameters=(Parameter("x"),),
        frameworks=("numpy", "torch"),
        starters={"numpy": "", "torch": ""},
        concept="doubling",
        max_points=10,
        visible_share=0.4,
        limits=LIMITS,
        reference=lambda x: 2 * x,
        make_cases=make_cases,
        misconceptions=(
            Misconception(
                "triples",
                "doubling",
                Text("Your numbers are tripled. Why?", "3 倍になっています。なぜでしょう。"),
                tripled,
            ),
        ),
        hints=(Text("Add it to itself.", "自分自身を足します。"),),
    )
    return dataclasses.replace(exercise, **changes)


def twice(x: np.ndarray) -> np.ndarray:
    return 2 * x


def as_it_is(run: SandboxRun) -> SandboxRun:
    return run


@dataclasses.dataclass
class ScriptedSandbox:
    """Runs `program` in this process, as an honest child would; `edit` may then rewrite the run.

    Only for tests of what the parent makes of a run. What a child does is tested with the real sandbox.
    """

    program: Program = twice
    edit: Callable[[SandboxRun], SandboxRun] = as_it_is
    requests: list[SandboxRequest] = dataclasses.field(default_factory=list)

    @property
    def layers(self) -> tuple[str, ...]:
        return ("scripted",)

    def run(self, request: SandboxRequest) -> SandboxRun:
        self.requests.append(request)
        outcomes = tuple(self._outcome(one) for one in (*request.visible, *request.hidden))
        run = SandboxRun(
            end=RunEnd.COMPLETED,
            outcomes=outcomes,
            load_error=None,
            stdout="printed\n",
            is_stdout_truncated=False,
            wall_ms=1.0,
            layers=self.layers,
        )
        return self.edit(run)

    def _outcome(self, one: Case) -> CaseOutcome:
        try:
            value = self.program(*cast(one.args, one.dtype), **cast(dict(one.kwargs), one.dtype))
        except ArithmeticError as error:
            learner_error = LearnerError(type(error).__name__, str(error), line=2)
            return CaseOutcome(None, learner_error, is_input_mutated=False, wall_ms=0.1)
        return CaseOutcome(returned(value), None, is_input_mutated=False, wall_ms=0.1)


def nothing(count: int) -> Sequence[CaseOutcome]:
    return [CaseOutcome(None, None, is_input_mutated=False, wall_ms=0.0)] * count
