"""The order of the checks, and that nothing but the right numbers in the right place is accepted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.compare import Judge, agrees, compare
from grader.errors import ExerciseError
from grader.model import Returned
from grader.tolerance import allowed_error
from grader.verdicts import Verdict
from tests.grader.scripted import case, returned, torch_returned

NUMPY = Judge("numpy")
TORCH = Judge("torch")
GRID = np.arange(24.0).reshape(2, 3, 4)

arrays = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=0, max_dims=4, min_side=1, max_side=4),
    elements=st.floats(-100, 100, allow_subnormal=False),
)


def verdict(actual: Any, expected: Any = GRID, *, judge: Judge = NUMPY, **more: Any) -> Verdict:
    given_value = actual if isinstance(actual, Returned) else returned(actual)
    return compare(case(np.asarray(GRID), **more), expected, given_value, judge).verdict


def findings(actual: Any, expected: Any = GRID, *, judge: Judge = NUMPY, **more: Any) -> list[str]:
    given_value = actual if isinstance(actual, Returned) else returned(actual)
    return [finding.id for finding in compare(case(np.asarray(GRID), **more), expected, given_value, judge).findings]


@given(arrays, st.sampled_from(["float16", "float32", "float64"]))
def test_a_right_output_is_accepted_at_any_size(expected: np.ndarray, dtype: str) -> None:
    actual = returned(np.asarray(expected.astype(dtype)))
    assert compare(case(expected, dtype=dtype), expected, actual, NUMPY).verdict is Verdict.ACCEPTED


@given(arrays, st.data(), st.integers(0, 64))
def test_one_element_beyond_the_allowed_error_is_never_accepted(
    expected: np.ndarray, choices: st.DataObject, reduction: int
) -> None:
    place = choices.draw(st.integers(0, expected.size - 1))
    sign = choices.draw(st.sampled_from([-1.0, 1.0]))
    allowed = allowed_error(expected, dtype="float32", reduction=reduction)
    actual = expected.copy()
    actual.flat[place] += sign * (2 * allowed.flat[place] + 1e-9)
    assume(actual.flat[place] != expected.flat[place])
    comparison = compare(case(expected, dtype="float32", reduction=reduction), expected, returned(actual), NUMPY)
    assert comparison.verdict is Verdict.WRONG_VALUE
    assert comparison.mismatched == 1
    assert comparison.first_mismatch == tuple(np.unravel_index(place, expected.shape))


@given(arrays, st.data(), st.sampled_from([np.nan, np.inf, -np.inf]))
def test_nan_and_infinity_never_stand_for_a_number(expected: np.ndarray, choices: st.DataObject, stray: float) -> None:
    actual = expected.copy()
    actual.flat[choices.draw(st.integers(0, expected.size - 1))] = stray
    assert compare(case(expected), expected, returned(actual), NUMPY).verdict is Verdict.NON_FINITE


def test_nan_and_infinity_are_right_where_the_reference_holds_the_same() -> None:
    expected = np.array([1.0, np.inf, -np.inf, np.nan])
    assert compare(case(expected), expected, returned(expected.copy()), NUMPY).verdict is Verdict.ACCEPTED
    swapped = expected[[0, 2, 1, 3]]
    assert compare(case(expected), expected, returned(swapped), NUMPY).verdict is Verdict.NON_FINITE
    finite = np.array([1.0, 1e300, -np.inf, np.nan])
    assert compare(case(expected), expected, returned(finite), NUMPY).verdict is Verdict.WRONG_VALUE


def test_a_shape_that_would_broadcast_is_wrong() -> None:
    expected = np.ones((2, 6, 32))
    for shape in [(6, 32), (1, 6, 32), (1, 1, 1), ()]:
        assert verdict(np.ones(shape), expected) is Verdict.WRONG_SHAPE


def test_type_comes_before_shape_before_dtype_before_finite_before_close() -> None:
    nan = np.full((2, 3, 4), np.nan)
    assert verdict(torch_returned(nan[0])) is Verdict.WRONG_TYPE
    assert verdict(nan[0].astype(np.float16)) is Verdict.WRONG_SHAPE
    assert verdict(nan.astype(np.float16)) is Verdict.WRONG_DTYPE
    assert verdict(nan) is Verdict.NON_FINITE
    assert verdict(GRID + 1) is Verdict.WRONG_VALUE
    assert verdict(GRID) is Verdict.ACCEPTED


@pytest.mark.parametrize(
    ("case_dtype", "dtype", "expected"),
    [
        ("float32", "float64", Verdict.ACCEPTED),
        ("float32", "longdouble", Verdict.ACCEPTED),
        ("float32", "float32", Verdict.ACCEPTED),
        ("float32", "float16", Verdict.WRONG_DTYPE),
        ("float64", "float32", Verdict.WRONG_DTYPE),
        ("bfloat16", "bfloat16", Verdict.ACCEPTED),
        ("bfloat16", "float16", Verdict.ACCEPTED),
        ("float16", "bfloat16", Verdict.WRONG_DTYPE),
        ("float32", "int64", Verdict.WRONG_DTYPE),
        ("float32", "bool", Verdict.WRONG_DTYPE),
        ("float32", "complex64", Verdict.WRONG_DTYPE),
    ],
)
def test_a_floating_result_is_at_least_as_wide_as_the_input(case_dtype: str, dtype: str, expected: Verdict) -> None:
    small = np.array([1.0, 2.0])  # exact in every dtype
    actual = torch_returned(small.astype({"longdouble": "float64", "bfloat16": "float32"}.get(dtype, dtype)), dtype)
    assert compare(case(small, dtype=case_dtype), small, actual, TORCH).verdict is expected


def test_functions_of_integers_may_return_any_float_of_32_bits() -> None:
    numbers = np.array([0.5, 0.1])
    integers = case(numbers, args=(4,), dtype="float64")
    assert compare(integers, numbers, returned(numbers.astype(np.float32)), NUMPY).verdict is Verdict.ACCEPTED
    assert compare(integers, numbers, returned(numbers.astype(np.float16)), NUMPY).verdict is Verdict.WRONG_DTYPE


def test_masks_are_bool_and_indices_integers() -> None:
    mask = np.array([True, False])
    assert verdict(mask, mask) is Verdict.ACCEPTED
    assert verdict(mask.astype(np.int64), mask) is Verdict.WRONG_DTYPE
    assert findings(mask.astype(np.int64), mask) == ["dtype.not_bool"]
    assert findings(~mask, mask) == ["values.inverted"]
    indices = np.array([1, 2])
    assert verdict(indices.astype(np.int32), indices) is Verdict.ACCEPTED
    assert verdict(indices.astype(np.float64), indices) is Verdict.WRONG_DTYPE
    assert verdict(indices + 1, indices) is Verdict.WRONG_VALUE


def test_a_count_may_be_a_python_int_or_an_integer_of_shape_nothing() -> None:
    assert verdict(7, 7) is Verdict.ACCEPTED
    assert verdict(np.int64(7), 7) is Verdict.ACCEPTED
    assert verdict(torch_returned(np.asarray(7)), 7, judge=TORCH) is Verdict.ACCEPTED
    assert verdict(8, 7) is Verdict.WRONG_VALUE
    assert verdict(7.0, 7) is Verdict.WRONG_DTYPE
    assert verdict(np.array([7]), 7) is Verdict.WRONG_TYPE
    assert verdict(None, 7) is Verdict.WRONG_TYPE


@pytest.mark.parametrize(
    ("actual", "finding"),
    [
        (None, "type.none"),
        ([1.0], "type.list"),
        (3.0, "type.number"),
        ("text", "type.other"),
        ((GRID, GRID), "type.tuple"),
        (torch_returned(GRID), "type.other_framework"),
        (Returned("other", "numpy.ndarray of object"), "type.elements"),
        (Returned("other", "Sneaky"), "type.own_class"),
        (Returned("mapping", "dict"), "type.other"),
    ],
)
def test_a_wrong_type_says_what_came_instead(actual: Any, finding: str) -> None:
    assert verdict(actual) is Verdict.WRONG_TYPE
    assert findings(actual) == [finding]


def test_parameters_count_as_tensors() -> None:
    parameter = Returned("torch", "torch.nn.Parameter", GRID, "float64")
    assert verdict(parameter, judge=TORCH) is Verdict.ACCEPTED


def test_of_several_results_the_worst_is_shown() -> None:
    expected = (GRID, GRID[0])
    assert verdict((GRID, GRID[0]), expected) is Verdict.ACCEPTED
    comparison = compare(case(GRID), expected, returned((GRID + 1, GRID)), NUMPY)
    assert (comparison.verdict, comparison.output, comparison.outputs) == (Verdict.WRONG_SHAPE, 1, 2)
    assert findings(GRID, expected) == ["type.not_a_tuple"]
    assert findings((GRID,), expected) == ["type.result_count"]
    assert findings(None, expected) == ["type.none"]


def test_errors_are_measured_at_the_worst_element() -> None:
    actual = GRID.copy()
    actual[1, 2, 3] += 0.5
    actual[0, 0, 1] -= 0.25
    comparison = compare(case(GRID), GRID, returned(actual), NUMPY)
    assert (comparison.mismatched, comparison.total, comparison.max_abs_error) == (2, 24, 0.5)
    assert comparison.first_mismatch == (0, 0, 1)
    assert comparison.allowed_error is not None
    assert 0 < comparison.allowed_error < 1e-12


def test_a_hidden_case_carries_no_evidence() -> None:
    hidden = compare(case(GRID, visible=False), GRID, returned(GRID + 1), NUMPY)
    assert hidden.verdict is Verdict.WRONG_VALUE
    assert (hidden.excerpt, hidden.error_map, hidden.findings) == (None, None, ())


def test_empty_results_of_the_right_shape_are_right() -> None:
    empty = np.zeros((0, 3))
    assert compare(case(empty), empty, returned(empty), NUMPY).verdict is Verdict.ACCEPTED


def test_agreeing_looks_at_numbers_only() -> None:
    assert agrees(case(GRID), GRID, returned(GRID.astype(np.int64)), NUMPY)
    assert not agrees(case(GRID), GRID, returned(GRID[0]), NUMPY)
    assert not agrees(case(GRID), GRID, returned(GRID + 1), NUMPY)
    assert not agrees(case(GRID), (GRID,), returned(GRID), NUMPY)


def test_a_reference_must_return_arrays_or_numbers() -> None:
    with pytest.raises(ExerciseError, match="list"):
        compare(case(GRID), [1], returned(GRID), NUMPY)
