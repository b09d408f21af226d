"""The exchangeable stages are the reference when none is exchanged, and two faults when two are."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from exercises import registry
from exercises.stages import Attention, MultiHeadAttention
from exercises.wrong_heads import multi_head_misconceptions
from exercises.wrong_stages import attention_misconceptions, hidden_row_misconceptions
from grader import attention as right
from grader.drawing import draw_hidden, draw_visible


@pytest.mark.parametrize(
    ("slug", "expected"),
    [("scaled-dot-product-attention", right.attention), ("multi-head-attention", right.multi_head_attention)],
)
def test_right_stages_are_the_reference(slug, expected):
    exercise = registry.get(slug)
    for case in (*draw_visible(exercise, "torch"), *draw_hidden(exercise, "torch", 5)):
        np.testing.assert_allclose(
            exercise.reference(*case.args, **case.kwargs), expected(*case.args, **case.kwargs), rtol=1e-12, atol=1e-13
        )


def test_two_faults_in_different_stages_combine():
    rng = np.random.default_rng(0)
    query, key, value = (rng.standard_normal((2, length, 4)) for length in (3, 5, 5))
    faults = attention_misconceptions(Attention())
    both = faults["scale-missing"][0].combined_with(faults["kv-swapped"][0])
    assert both is not None
    expected = right.softmax(query @ value.swapaxes(-1, -2)) @ key
    np.testing.assert_allclose(both(query, key, value), expected)


def test_a_fault_and_an_unguarded_row_combine():
    rng = np.random.default_rng(1)
    query, key, value = (rng.standard_normal((length, 4)) for length in (2, 3, 3))
    mask = np.array([[True, False, True], [False, False, False]])
    faults = attention_misconceptions(Attention())
    both = faults["scale-sqrt-ntokens"][1].combined_with(
        hidden_row_misconceptions(Attention())["all-masked-row-nan"][0]
    )
    assert both is not None
    result = both(query, key, value, mask)
    assert np.isnan(result[1]).all()
    scores = query[0] @ key[[0, 2]].T / math.sqrt(3)
    np.testing.assert_allclose(result[0], right.softmax(scores) @ value[[0, 2]])


def test_two_faults_in_one_stage_do_not_combine():
    faults = attention_misconceptions(Attention())
    assert faults["scale-missing"][0].combined_with(faults["scale-dk-not-sqrt"][0]) is None


def test_faults_of_different_references_do_not_combine():
    one, other = Attention(), MultiHeadAttention()
    wrong = replace(other, hide=lambda scores, _setting: scores)
    assert replace(one, settle=lambda weights, _setting: weights).combined_with(wrong) is None


def test_only_exchanged_stages_count_as_replaced():
    reference = MultiHeadAttention()
    assert reference.replaced() == {}
    faults = multi_head_misconceptions(reference)
    assert set(faults["scale-sqrt-dmodel"].replaced()) == {"scale"}
    assert set(faults["merge-mean-heads"].replaced()) == {"merge", "finish"}
