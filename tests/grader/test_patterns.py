"""Each finding is true of what it is said of, and is not said of anything else."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader import attention
from grader.cases import draw, draw_mask, hide_row
from grader.compare import Judge, compare
from grader.model import Finding
from tests.grader.scripted import case, returned

RNG = np.random.default_rng(7)
HEADS = draw(RNG, 2, 3, 5, 4)
WEIGHTS = attention.softmax(draw(RNG, 3, 5))


def found(actual: np.ndarray, expected: np.ndarray = HEADS, **more: Any) -> list[Finding]:
    judge = Judge("numpy", "cpu", ("query", "key", "value"))
    return list(compare(case(expected, **more), expected, returned(actual), judge).findings)


def first(actual: np.ndarray, expected: np.ndarray = HEADS, **more: Any) -> Finding:
    return found(actual, expected, args=more.pop("args", ()), **more)[0]


def test_cutting_without_moving_is_told_by_the_order_in_memory() -> None:
    tokens = HEADS.transpose(0, 2, 1, 3)
    finding = first(tokens.reshape(HEADS.shape))
    assert finding == Finding("values.read_in_order", {"axes": ["batch", "seq_len", "num_heads", "d_k"]})


def test_transposed_square_axes_are_named() -> None:
    square = draw(RNG, 2, 4, 4)
    assert first(square.swapaxes(1, 2), square) == Finding("values.transposed", {"axes": ["seq_len", "d_k"]})


def test_exchanged_sentences_are_named_with_their_order() -> None:
    finding = first(HEADS[:, [2, 0, 1]])
    assert finding == Finding("values.slices_exchanged", {"axis": "num_heads", "order": [2, 0, 1]})


def test_other_shuffles_are_only_called_permuted() -> None:
    shuffled = np.random.default_rng(3).permutation(HEADS.ravel()).reshape(HEADS.shape)
    assert first(shuffled) == Finding("values.permuted")


def test_an_output_equal_to_an_input_names_it() -> None:
    assert first(HEADS * 1.0, HEADS + 1, args=(HEADS + 2, HEADS)) == Finding("values.equal_input", {"parameter": "key"})


def test_an_added_input_names_it() -> None:
    x = draw(RNG, 2, 3, 5, 4)
    assert first(HEADS + x, args=(x,)) == Finding("values.input_added", {"parameter": "query"})


def test_a_constant_factor_is_given_as_a_root_where_it_is_one() -> None:
    assert first(HEADS / np.sqrt(7)).parameters["root"] == "1/√7"
    assert first(-2 * HEADS).parameters["root"] == "-2"
    assert first(1.2345 * HEADS).id == "values.constant_factor"


def test_a_missing_bias_is_a_constant_row() -> None:
    assert first(HEADS - np.array([1.0, 2.0, 3.0, 4.0])) == Finding("values.constant_row", {"axis": "d_k"})


def test_moved_numbers_have_no_row_added_to_them() -> None:
    ladder = np.arange(6.0)[:, None] * 10 + np.arange(4.0)
    assert "values.constant_row" not in [finding.id for finding in found(ladder[:, ::-1], ladder)]


def test_weights_that_sum_elsewhere_name_both_axes() -> None:
    scores = draw(RNG, 3, 5)
    finding = first(attention.softmax(scores, axis=0), attention.softmax(scores), axes=[("tgt_len", "src_len")])
    assert finding == Finding("values.sums_over_other_axis", {"expected": "src_len", "actual": "tgt_len"})
    unnormalised = first(WEIGHTS * np.array([[0.5], [0.7], [0.9]]), WEIGHTS, axes=[("tgt_len", "src_len")])
    assert unnormalised == Finding("values.rows_do_not_sum", {"axis": "src_len"})


def test_lower_precision_is_named() -> None:
    narrow = HEADS.astype(np.float32).astype(np.float64)
    assert first(narrow, args=(HEADS,)).parameters == {"expected": "float64", "actual": "float32"}
    half = HEADS.astype(np.float16).astype(np.float32)
    assert first(half, HEADS.astype(np.float32).astype(np.float64), dtype="float32").parameters["actual"] == "float16"


def test_zeros_are_named() -> None:
    assert first(np.zeros_like(HEADS)) == Finding("values.all_zero")


def test_mismatches_in_few_places_name_the_axis_and_the_places() -> None:
    actual = HEADS.copy()
    actual[:, 1] += draw(RNG, 2, 5, 4)
    assert Finding("values.only_at", {"axis": "num_heads", "indices": "1", "size": 3}) in found(actual)


def test_a_missing_causal_mask_leaves_only_the_last_query_right() -> None:
    scores, value = draw(RNG, 12, 12), draw(RNG, 12, 6)
    causal = np.tril(np.ones((12, 12), dtype=bool))
    expected = attention.attention_weights(scores, causal) @ value
    actual = attention.attention_weights(scores) @ value
    findings = found(actual, expected, axes=[("tgt_len", "d_v")], args=())
    assert Finding("values.only_right_at", {"axis": "tgt_len", "indices": "11", "size": 12}) in findings


def test_rows_that_see_no_key_are_spoken_of_kindly_and_alone() -> None:
    mask = hide_row(draw_mask(RNG, 2, 3, 5, 7), 1, 2, 0)
    scores = draw(RNG, 2, 3, 5, 7)
    expected = attention.attention_weights(scores, mask)
    axes = [("batch", "num_heads", "tgt_len", "src_len")]
    mean = expected.copy()
    mean[1, 2, 0] = 1 / 7
    assert (
        first(mean, expected, args=(scores,), kwargs={"mask": mask}, axes=axes).id == "values.rows_without_visible_key"
    )
    nan = expected.copy()
    nan[1, 2, 0] = np.nan
    assert (
        first(nan, expected, args=(scores,), kwargs={"mask": mask}, axes=axes).id == "values.rows_without_visible_key"
    )
    mean[0, 0, 0] += 0.1
    ids = [finding.id for finding in found(mean, expected, args=(scores,), kwargs={"mask": mask}, axes=axes)]
    assert "values.rows_without_visible_key" not in ids


def test_a_layers_row_belongs_to_a_head_that_sees_nothing() -> None:
    mask = hide_row(draw_mask(RNG, 2, 3, 5, 7), 1, 2, 0)
    expected = draw(RNG, 2, 5, 12)
    actual = expected.copy()
    actual[1, 0] = np.nan
    assert first(actual, expected, args=(mask,)).id == "values.rows_without_visible_key"


def test_nan_and_infinity_are_counted() -> None:
    actual = HEADS.copy()
    actual[0, 0, 0, :2] = np.nan
    actual[1, 0, 0, 0] = np.inf
    assert first(actual) == Finding("values.non_finite", {"nan": 2, "infinite": 1})


def test_unrelated_numbers_get_no_finding() -> None:
    assert found(draw(np.random.default_rng(99), *HEADS.shape), args=()) == []
