"""Cases hold exactly what a learner's array of their dtype holds, and what authors draw tells mistakes apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader import attention
from grader.cases import (
    cast,
    causal_mask,
    draw,
    draw_key,
    draw_mask,
    draw_params,
    hide_row,
    make_case,
    padding_mask,
    round_to,
)
from grader.errors import ExerciseError
from grader.model import Text

NAME = Text("a case", "ケース")
floats = hnp.arrays(np.float32, st.integers(0, 20), elements=st.floats(width=32, allow_subnormal=True))


@given(floats)
def test_rounding_to_bfloat16_agrees_with_torch(values: np.ndarray) -> None:
    expected = torch.from_numpy(values.copy()).to(torch.bfloat16).double().numpy()
    np.testing.assert_array_equal(round_to(values, "bfloat16"), expected)


def test_bfloat16_is_rounded_once_not_by_way_of_float32() -> None:
    # 1 + 2⁻⁸ is a tie between two bfloat16 numbers; the last bit of float64 decides it, which float32 would lose.
    just_above_the_tie = 1 + 2.0**-8 + 2.0**-50
    assert round_to(np.array([just_above_the_tie]), "bfloat16")[0] == 1 + 2.0**-7


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_rounding_is_what_a_cast_does(dtype: str) -> None:
    values = np.random.default_rng(1).standard_normal(100)
    np.testing.assert_array_equal(round_to(values, dtype), values.astype(dtype).astype(np.float64))


def test_an_unknown_dtype_is_the_authors_fault() -> None:
    with pytest.raises(ExerciseError, match="float8"):
        round_to(np.zeros(1), "float8")


def test_a_case_is_rounded_typed_and_read_only_through_every_container() -> None:
    case = make_case(
        id="a",
        name=NAME,
        args=({"w": np.array([0.1])}, [1, 2], np.array([1], dtype=np.int8), np.array([True]), 3),
        kwargs={"mask": None},
        dtype="float16",
        axes=[("d_k",)],
        reduction=1,
    )
    params, ints, integers, mask, number = case.args
    assert params["w"].dtype == np.float64
    assert params["w"][0] == float(np.float16(0.1))
    assert (ints, number, case.kwargs["mask"]) == ([1, 2], 3, None)
    assert integers.dtype == np.int64
    assert mask.dtype == bool
    with pytest.raises(ValueError, match="read-only"):
        params["w"][0] = 0


@pytest.mark.parametrize(
    "changes",
    [
        {"id": ""},
        {"name": Text("only English", "")},
        {"dtype": "int32"},
        {"reduction": -1},
        {"axes": ["batch"]},
        {"args": (np.array(["text"]),)},
    ],
)
def test_a_case_that_breaks_the_contract_is_refused(changes: dict) -> None:
    right = {"id": "a", "name": NAME, "args": (), "dtype": "float32", "axes": [("d_k",)], "reduction": 0}
    with pytest.raises(ExerciseError):
        make_case(**(right | changes))


def test_cast_gives_the_dtype_itself_and_leaves_integers_alone() -> None:
    value = cast((np.ones(2), np.ones(2, dtype=np.int64), None), "float16")
    assert [getattr(item, "dtype", None) for item in value] == [np.float16, np.int64, None]


def test_scores_of_drawn_queries_and_keys_are_neither_flat_nor_saturated() -> None:
    rng = np.random.default_rng(3)
    for d_k in (2, 4, 16, 64):
        scores = attention.attention_scores(draw(rng, 50, d_k), draw_key(rng, 50, d_k))
        assert 1 < scores.std() < 3


def test_projected_scores_stay_moderate_and_no_bias_is_zero() -> None:
    rng = np.random.default_rng(4)
    params = draw_params(rng, 12)
    x = draw(rng, 40, 12)
    q = attention.linear(x, params["w_q"], params["b_q"])
    k = attention.linear(x, params["w_k"], params["b_k"])
    assert 0.8 < attention.attention_scores(q, k).std() < 4
    assert all(np.abs(params[name]).min() > 0.1 for name in ("b_q", "b_k", "b_v", "b_o"))


@given(
    st.integers(0, 2**32 - 1),
    st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 5), st.integers(4, 8)),
)
def test_masks_show_and_hide_in_every_row_and_differ_between_neighbours(seed: int, shape: tuple[int, ...]) -> None:
    mask = draw_mask(np.random.default_rng(seed), *shape)
    assert mask.any(axis=-1).all()
    assert (~mask).any(axis=-1).all()
    for axis in range(3):
        slices = np.moveaxis(mask, axis, 0)
        assert all((one != other).any() for one, other in pairwise(slices))


def test_a_mask_without_room_to_differ_is_refused() -> None:
    with pytest.raises(ExerciseError, match="too few keys"):
        draw_mask(np.random.default_rng(0), 3, 1)


def test_a_hidden_row_sees_nothing_and_the_rest_is_kept() -> None:
    mask = np.ones((2, 3, 4), dtype=bool)
    hidden = hide_row(mask, 1, 2)
    assert not hidden[1, 2].any()
    assert hidden.sum() == mask.sum() - 4


def test_causal_and_padding_masks_are_those_of_the_course() -> None:
    np.testing.assert_array_equal(causal_mask(2, 3), [[True, True, False], [True, True, True]])
    np.testing.assert_array_equal(padding_mask([1, 2], 2), [[[[True, False]]], [[[True, True]]]])
