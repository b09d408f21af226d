"""What a reference gave and what a child returned, as arrays side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from grader.errors import ExerciseError
from grader.model import Case, Framework, Returned, Value

__all__ = ["Expected", "array_of", "expected_results", "expected_type", "required_dtype", "returned_results"]

Array = npt.NDArray[Any]
Kind = Literal["array", "int", "float", "bool"]

_CONTAINERS = {"numpy": "numpy.ndarray", "torch": "torch.Tensor"}


@dataclass(frozen=True, slots=True)
class Expected:
    """One result of the reference; Python numbers are held as arrays of shape ()."""

    kind: Kind
    array: Array


def expected_results(value: Value) -> tuple[Expected, ...]:
    """The results of a reference: several if it returned a tuple, else one. Raises `ExerciseError` for other kinds."""
    return tuple(_expected(item) for item in value) if isinstance(value, tuple) else (_expected(value),)


def _expected(value: Value) -> Expected:
    if isinstance(value, bool):
        return Expected("bool", np.asarray(value))
    if isinstance(value, int):
        return Expected("int", np.asarray(value, dtype=np.int64))
    if isinstance(value, float) and not isinstance(value, np.generic):
        return Expected("float", np.asarray(value))
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        if array.dtype.kind in "biuf":
            return Expected("array", array.astype(np.float64) if array.dtype.kind == "f" else array)
    raise ExerciseError(f"a reference returned {type(value).__name__}; results are arrays, numbers or a tuple of them")


def expected_type(expected: Expected, framework: Framework) -> str:
    """The type that the statement asks for, in Python's words."""
    return _CONTAINERS[framework] if expected.kind == "array" else expected.kind


def returned_results(returned: Returned, *, is_tuple: bool) -> tuple[Returned, ...] | None:
    """The child's results one by one; None if there should be a tuple and is none, or the other way round."""
    if is_tuple:
        return returned.items if returned.kind == "tuple" else None
    return None if returned.kind == "tuple" else (returned,)


def array_of(returned: Returned, expected: Expected, framework: Framework) -> Array | None:
    """The returned numbers if their type is one that the statement allows, else None.

    An array is asked for in the submission's own framework. For a Python number an array of shape () will do, and
    for an array of shape () a Python number.
    """
    if returned.array is None:
        return None
    if returned.kind == framework:
        return returned.array if expected.kind == "array" or returned.array.ndim == 0 else None
    is_scalar = expected.kind != "array" or expected.array.ndim == 0
    if is_scalar and returned.kind in ("int", "float", "bool"):
        return returned.array
    return None


def required_dtype(case: Case) -> str:
    """The narrowest floating dtype a result may have: the inputs' own, or float32 where no input is floating."""
    values = (*case.args, *case.kwargs.values())
    return case.dtype if any(_has_floats(value) for value in values) else "float32"


def _has_floats(value: Value) -> bool:
    if isinstance(value, Mapping):
        return any(_has_floats(item) for item in value.values())
    if isinstance(value, tuple | list):
        return any(_has_floats(item) for item in value)
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"
