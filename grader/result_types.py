"""What can be said of a result whose type or dtype is not what the statement asks for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from grader.model import Finding, Framework, Returned
from grader.results import Expected, expected_type
from grader.tolerance import FORMATS

__all__ = ["count_findings", "dtype_finding", "findings"]

_OTHER_FRAMEWORK = {"numpy": "torch", "torch": "numpy"}
_PLAIN = ("numpy.ndarray", "torch.Tensor", "list", "tuple", "dict", "str", "set", "generator", "coroutine", "range")


def count_findings(wanted: int, asked: str, returned: Returned) -> tuple[Finding, ...]:
    """One result where several are asked for, or several where one is, or another number of them."""
    if returned.kind == "none":
        return (Finding("type.none", {"expected": asked}),)
    if returned.kind != "tuple":
        return (Finding("type.not_a_tuple", {"expected": wanted, "actual": returned.type_name}),)
    if wanted == 1:
        return (Finding("type.tuple", {"expected": asked, "actual": len(returned.items)}),)
    return (Finding("type.result_count", {"expected": wanted, "actual": len(returned.items)}),)


def findings(returned: Returned, expected: Expected, framework: Framework) -> tuple[Finding, ...]:
    """Why this is not the type that was asked for, in one sentence."""
    asked = expected_type(expected, framework)
    actual = returned.type_name
    if returned.kind == "none":
        return (Finding("type.none", {"expected": asked}),)
    if returned.kind == _OTHER_FRAMEWORK[framework]:
        call = "torch.from_numpy" if framework == "torch" else ".numpy()"
        return (Finding("type.other_framework", {"expected": asked, "actual": actual, "repair": call}),)
    if returned.kind == framework:
        shape = () if returned.array is None else returned.array.shape
        return (Finding("type.array_for_number", {"expected": asked, "shape": list(shape)}),)
    if returned.kind in ("int", "float", "bool"):
        return (Finding("type.number", {"expected": asked, "actual": actual}),)
    if actual == "list":
        return (Finding("type.list", {"expected": asked}),)
    if " of " in actual:
        return (Finding("type.elements", {"expected": asked, "actual": actual}),)
    if actual in _PLAIN or returned.kind in ("tuple", "mapping"):
        return (Finding("type.other", {"expected": asked, "actual": actual}),)
    return (Finding("type.own_class", {"expected": asked, "actual": actual}),)


def dtype_finding(dtype: str, expected: npt.NDArray[Any], required: str) -> Finding | None:
    """None if the dtype will do: floating at least as wide as `required`, bool for masks, any integer for counts."""
    if expected.dtype.kind == "b":
        return None if dtype == "bool" else Finding("dtype.not_bool", {"actual": dtype})
    if expected.dtype.kind in "iu":
        return None if _is_integer(dtype) else Finding("dtype.not_integer", {"actual": dtype})
    if dtype not in FORMATS:
        return Finding("dtype.not_floating", {"actual": dtype, "expected": required})
    if FORMATS[dtype].holds(FORMATS[required]):
        return None
    return Finding("dtype.too_narrow", {"actual": dtype, "expected": required})


def _is_integer(dtype: str) -> bool:
    try:
        return np.dtype(dtype).kind in "iu"
    except TypeError:  # names that only torch has, such as bfloat16
        return False
