"""What rounding explains is accepted, whatever the order of operations; arithmetic in a narrower dtype is not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from grader import attention
from grader.cases import draw, draw_key, draw_mask, draw_params, round_to
from grader.tolerance import FORMATS, allowed_error, narrower_formats

SIZES = [(2, 3, 5, 7, 4, 6), (1, 1, 4, 4, 3, 3), (3, 3, 6, 5, 8, 2), (2, 2, 16, 48, 32, 16)]
SEEDS = range(6)
Inputs = tuple[np.ndarray, np.ndarray, np.ndarray]


def share_of_allowed(actual: Any, expected: np.ndarray, dtype: str, reduction: int) -> float:
    """The largest error in units of what is allowed there."""
    allowed = allowed_error(expected, dtype=dtype, reduction=reduction)
    return float((np.abs(np.asarray(actual, dtype=np.float64) - expected) / allowed).max())


def drawn(seed: int, sizes: tuple[int, ...], dtype: str) -> Inputs:
    batch, heads, tgt_len, src_len, d_k, d_v = sizes
    rng = np.random.default_rng(seed)
    query = draw(rng, batch, heads, tgt_len, d_k)
    key = draw_key(rng, batch, heads, src_len, d_k)
    value = draw(rng, batch, heads, src_len, d_v)
    return round_to(query, dtype), round_to(key, dtype), round_to(value, dtype)


def by_matmul(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    scores = q @ k.swapaxes(-1, -2) / q.dtype.type(math.sqrt(k.shape[-1]))
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v


def by_einsum_dividing_last(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    e = np.exp(np.einsum("bhtd,bhsd->bhts", q / q.dtype.type(math.sqrt(q.shape[-1])), k))
    return np.einsum("bhts,bhsv->bhtv", e, v) / e.sum(-1)[..., None]


def by_loops(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    one = q.dtype.type
    out = np.zeros((*q.shape[:-1], v.shape[-1]), q.dtype)
    for b, h, t in np.ndindex(q.shape[:-1]):
        scores = []
        for s in range(k.shape[2]):
            total = one(0)
            for c in range(k.shape[3]):
                total = total + q[b, h, t, c] * k[b, h, s, c]
            scores.append(total / one(math.sqrt(k.shape[3])))
        e = [np.exp(score - max(scores)) for score in scores]
        denominator = one(0)
        for term in e:
            denominator = denominator + term
        for s, term in enumerate(e):
            out[b, h, t] += term / denominator * v[b, h, s]
    return out


def by_flattened_bmm(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    tq, tk, tv = (torch.from_numpy(x).flatten(0, 1) for x in (q, k, v))
    weights = torch.softmax(torch.bmm(tq, tk.transpose(1, 2)) / math.sqrt(q.shape[-1]), dim=-1)
    return torch.bmm(weights, tv).view(*q.shape[:-1], v.shape[-1]).numpy()


def by_sdpa(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    return F.scaled_dot_product_attention(*(torch.from_numpy(x) for x in (q, k, v))).numpy()


@pytest.mark.parametrize("program", [by_matmul, by_einsum_dividing_last, by_flattened_bmm, by_sdpa])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_attention_is_accepted_in_any_order_of_operations(program: Callable[..., np.ndarray], dtype: str) -> None:
    for seed in SEEDS:
        for sizes in SIZES:
            inputs = drawn(seed, sizes, dtype)
            actual = program(*(x.astype(dtype) for x in inputs))
            reduction = sizes[3] + sizes[4]
            assert share_of_allowed(actual, attention.attention(*inputs), dtype, reduction) < 0.6


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_loops_that_round_after_every_term_are_accepted(dtype: str) -> None:
    for seed in range(3):
        inputs = drawn(seed, SIZES[0], dtype)
        actual = by_loops(*(x.astype(dtype) for x in inputs))
        assert share_of_allowed(actual, attention.attention(*inputs), dtype, 11) < 0.6


def test_honest_bfloat16_is_accepted() -> None:
    for seed in SEEDS:
        inputs = drawn(seed, SIZES[0], "bfloat16")
        q, k, v = (torch.from_numpy(x).to(torch.bfloat16) for x in inputs)
        expected = attention.attention(*inputs)
        weights = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(4), dim=-1)
        for actual in (weights @ v, F.scaled_dot_product_attention(q, k, v)):
            assert share_of_allowed(actual.double().numpy(), expected, "bfloat16", 11) < 0.6


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_honest_half_precision_softmax_is_accepted(dtype: str) -> None:
    for seed in SEEDS:
        x = round_to(draw(np.random.default_rng(seed), 3, 9, 4, deviation=2.0), dtype)
        expected = attention.softmax(x, axis=1)
        tensor = torch.from_numpy(x).to(getattr(torch, dtype))
        assert share_of_allowed(torch.softmax(tensor, dim=1).double().numpy(), expected, dtype, 9) < 0.6
        if dtype == "float16":
            half = x.astype(np.float16)
            e = np.exp(half - half.max(axis=1, keepdims=True))
            assert share_of_allowed(e / e.sum(axis=1, keepdims=True), expected, dtype, 9) < 0.6


def layer_by_heads(x: Inputs, params: dict[str, np.ndarray], heads: int, mask: np.ndarray) -> np.ndarray:
    """Σ_h head_h W_O[h], one head at a time, without ever concatenating."""
    query, key, value = x
    d_k = query.shape[-1] // heads
    total = np.zeros_like(query)
    for head in range(heads):
        own = slice(head * d_k, (head + 1) * d_k)
        q = query @ params["w_q"][own].T + params["b_q"][own]
        k = key @ params["w_k"][own].T + params["b_k"][own]
        v = value @ params["w_v"][own].T + params["b_v"][own]
        scores = np.where(mask[:, head], q @ k.swapaxes(1, 2) / query.dtype.type(math.sqrt(d_k)), -np.inf)
        e = np.exp(scores - scores.max(-1, keepdims=True))
        total = total + (e / e.sum(-1, keepdims=True)) @ v @ params["w_o"][:, own].T
    return total + params["b_o"]


def drawn_layer(seed: int, dtype: str) -> tuple[Inputs, dict[str, np.ndarray], np.ndarray]:
    rng = np.random.default_rng(seed)
    query, key, value = (round_to(draw(rng, 2, length, 12), dtype) for length in (5, 7, 7))
    params = {name: round_to(array, dtype) for name, array in draw_params(rng, 12).items()}
    return (query, key, value), params, draw_mask(rng, 2, 3, 5, 7)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_layer_summed_over_heads_is_accepted(dtype: str) -> None:
    for seed in range(20):
        inputs, params, mask = drawn_layer(seed, dtype)
        expected = attention.multi_head_attention(*inputs, params, 3, mask)
        narrow = {name: array.astype(dtype) for name, array in params.items()}
        actual = layer_by_heads(tuple(x.astype(dtype) for x in inputs), narrow, 3, mask)  # type: ignore[arg-type]
        assert actual.dtype == dtype
        assert share_of_allowed(actual, expected, dtype, 12 + 4 + 7 + 12) < 0.6


@pytest.mark.parametrize(("narrow", "dtype"), [("float16", "float32"), ("float32", "float64")])
def test_arithmetic_in_a_narrower_dtype_is_wrong(narrow: str, dtype: str) -> None:
    for seed in SEEDS:
        for sizes in SIZES:
            inputs = drawn(seed, sizes, dtype)
            expected = attention.attention(*inputs)
            reduction = sizes[3] + sizes[4]
            actual = by_matmul(*(x.astype(narrow) for x in inputs)).astype(dtype)
            assert share_of_allowed(actual, expected, dtype, reduction) > 10
            rounded_at_the_end = expected.astype(narrow).astype(dtype)
            assert share_of_allowed(rounded_at_the_end, expected, dtype, reduction) > 5


def test_a_layer_computed_in_float16_is_wrong_in_float32() -> None:
    for seed in range(10):
        inputs, params, mask = drawn_layer(seed, "float32")
        expected = attention.multi_head_attention(*inputs, params, 3, mask)
        half = {name: array.astype(np.float16) for name, array in params.items()}
        actual = layer_by_heads(tuple(x.astype(np.float16) for x in inputs), half, 3, mask)  # type: ignore[arg-type]
        assert share_of_allowed(actual, expected, "float32", 35) > 10


def test_moved_numbers_and_integers_must_be_exact() -> None:
    assert not allowed_error(np.ones(3), dtype="float32", reduction=0).any()
    assert not allowed_error(np.arange(3), dtype="float32", reduction=9).any()


def test_what_is_not_finite_allows_nothing_and_does_not_widen_the_rest() -> None:
    allowed = allowed_error(np.array([1.0, np.inf, np.nan]), dtype="float32", reduction=4)
    assert allowed[1] == allowed[2] == 0
    assert allowed[0] == allowed_error(np.array([1.0]), dtype="float32", reduction=4)[0]


def test_more_terms_and_a_gpu_allow_more_but_never_another_dtype() -> None:
    expected = np.array([1.0, -0.5])
    few = allowed_error(expected, dtype="float32", reduction=4)
    assert (allowed_error(expected, dtype="float32", reduction=400) > few).all()
    on_gpu = allowed_error(expected, dtype="float32", reduction=400, device="cuda")
    assert (on_gpu < FORMATS["float16"].unit_roundoff).all()


def test_narrower_formats_come_widest_first() -> None:
    assert narrower_formats("float64") == ("float32", "float16", "bfloat16")


def test_a_format_holds_another_only_with_as_many_digits_and_bits() -> None:
    assert FORMATS["float32"].holds(FORMATS["bfloat16"])
    assert FORMATS["float16"].holds(FORMATS["bfloat16"])
    assert not FORMATS["bfloat16"].holds(FORMATS["float16"])
    assert not FORMATS["float32"].holds(FORMATS["float64"])
