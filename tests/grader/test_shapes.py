"""A wrong shape is named by its axes, and a repair is offered only if it makes the numbers right too."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import Finding, Framework
from grader.shapes import findings

AXES = ("batch", "num_heads", "seq_len", "d_k")
EXPECTED = np.random.default_rng(1).standard_normal((2, 3, 5, 4))


def found(actual: np.ndarray, framework: Framework = "numpy", expected: np.ndarray = EXPECTED) -> list[Finding]:
    return list(
        findings(
            expected,
            actual,
            axes=AXES[-expected.ndim :],
            framework=framework,
            is_right=lambda numbers: np.array_equal(numbers, expected),
        )
    )


def only(actual: np.ndarray) -> Finding:
    (finding,) = found(actual)
    return finding


@pytest.mark.parametrize(("framework", "call"), [("numpy", ".swapaxes(1, 2)"), ("torch", ".transpose(1, 2)")])
def test_two_swapped_axes_are_named_and_repaired(framework: Framework, call: str) -> None:
    assert found(EXPECTED.swapaxes(1, 2), framework) == [
        Finding("shape.axes_swapped", {"axes": ["num_heads", "seq_len"]}),
        Finding("shape.repair", {"call": call}),
    ]


@pytest.mark.parametrize(
    ("framework", "call"), [("numpy", ".transpose(2, 0, 1, 3)"), ("torch", ".permute(2, 0, 1, 3)")]
)
def test_three_moved_axes_take_one_permutation(framework: Framework, call: str) -> None:
    actual = EXPECTED.transpose(1, 2, 0, 3)
    assert found(actual, framework)[1] == Finding("shape.repair", {"call": call})
    order = eval(call.partition("(")[2].rstrip(")"))
    np.testing.assert_array_equal(actual.transpose(order), EXPECTED)


def test_no_repair_is_offered_that_would_leave_the_numbers_wrong() -> None:
    cut_without_moving = EXPECTED.reshape(2, 5, 3, 4)
    assert [finding.id for finding in found(cut_without_moving)] == ["shape.axes_swapped"]


def test_among_axes_of_one_size_the_order_that_gives_the_numbers_is_found() -> None:
    expected = np.arange(18.0).reshape(3, 3, 2)
    actual = expected.transpose(1, 2, 0)
    assert found(actual, expected=expected)[1].parameters["call"] == ".transpose(2, 0, 1)"


def test_a_missing_axis_of_size_one_can_be_put_back() -> None:
    mask = np.ones((2, 1, 1, 7))
    assert found(mask[:, 0], "torch", mask)[1].parameters == {"call": ".unsqueeze(1)"}
    assert found(mask[:, 0], "numpy", mask)[1].parameters == {"call": "[:, None]"}


def test_a_missing_axis_of_another_size_is_named() -> None:
    assert only(EXPECTED.sum(axis=1)) == Finding("shape.axis_missing", {"axis": "num_heads", "size": 3})


def test_an_added_axis_is_named_and_squeezed_away() -> None:
    assert found(EXPECTED[:, None]) == [
        Finding("shape.axis_added", {"place": 1, "size": 1}),
        Finding("shape.repair", {"call": ".squeeze(1)"}),
    ]


def test_merged_axes_are_named_and_cut_apart_again_if_that_is_right() -> None:
    assert found(EXPECTED.reshape(6, 5, 4)) == [
        Finding("shape.axes_merged", {"axes": ["batch", "num_heads"], "size": 6}),
        Finding("shape.repair", {"call": ".reshape(2, 3, 5, 4)"}),
    ]
    assert len(found(EXPECTED.swapaxes(0, 1).reshape(6, 5, 4))) == 1


def test_an_axis_in_pieces_is_named() -> None:
    expected = EXPECTED.transpose(0, 2, 1, 3).reshape(2, 5, 12)
    finding = found(expected.reshape(2, 5, 3, 4), expected=expected)[0]
    assert finding == Finding("shape.axis_cut", {"axis": "d_k", "sizes": [3, 4]})


def test_another_size_is_given_with_its_axis() -> None:
    assert only(EXPECTED[:, :, :4]) == Finding("shape.size_differs", {"axis": "seq_len", "expected": 5, "actual": 4})
    assert only(EXPECTED[:1, :, :4]).parameters == {"axes": ["batch", "seq_len"]}


def test_anything_else_counts_axes() -> None:
    assert only(np.zeros(7)).id == "shape.axis_count"
    assert only(np.zeros(())).id == "shape.axis_count"
