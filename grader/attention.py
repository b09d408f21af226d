"""The reference: multi-head attention in float64, every shape on its line.

Source of the formulas: Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2.
Masks are boolean, True = may attend. A query that may attend to nothing gets weights 0, so attention gives zeros there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "attention",
    "attention_scores",
    "attention_weights",
    "concat_heads",
    "linear",
    "multi_head_attention",
    "softmax",
    "split_heads",
]

Array = npt.NDArray[Any]


def softmax(x: Array, axis: int = -1) -> Array:
    """exp(x) / sum(exp(x)) along `axis`, shifted by the maximum so that exp cannot overflow. Shape as `x`."""
    shifted = x - x.max(axis=axis, keepdims=True)  # (...)
    exponentials = np.exp(shifted)  # (...)
    weights: Array = exponentials / exponentials.sum(axis=axis, keepdims=True)  # (...)
    return weights


def attention_scores(query: Array, key: Array) -> Array:
    """Q Kᵀ / √d_k: (..., tgt_len, d_k), (..., src_len, d_k) → (..., tgt_len, src_len)."""
    d_k = key.shape[-1]
    return query @ key.swapaxes(-2, -1) / math.sqrt(d_k)  # (..., tgt_len, src_len)


def attention_weights(scores: Array, mask: Array | None = None) -> Array:
    """Softmax over visible keys: (..., tgt_len, src_len). Rows sum to 1, or to 0 where no key is visible."""
    if mask is None:
        return softmax(scores)
    masked = np.where(mask, scores, -np.inf)  # (..., tgt_len, src_len)
    highest = masked.max(axis=-1, keepdims=True)  # (..., tgt_len, 1)
    shift = np.where(np.isfinite(highest), highest, 0.0)  # a row without a visible key has no maximum
    exponentials = np.exp(masked - shift)  # (..., tgt_len, src_len)
    total = exponentials.sum(axis=-1, keepdims=True)  # (..., tgt_len, 1)
    weights: Array = np.divide(exponentials, total, out=np.zeros_like(exponentials), where=total > 0)
    return weights


def attention(query: Array, key: Array, value: Array, mask: Array | None = None) -> Array:
    """softmax(Q Kᵀ / √d_k) V: (..., tgt_len, d_k), (..., src_len, d_k), (..., src_len, d_v) → (..., tgt_len, d_v)."""
    weights = attention_weights(attention_scores(query, key), mask)  # (..., tgt_len, src_len)
    return weights @ value  # (..., tgt_len, d_v)


def linear(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """y = x Wᵀ + b as `nn.Linear`: (..., in), (out, in), (out,) → (..., out)."""
    projected = x @ weight.swapaxes(-2, -1)  # (..., out)
    return projected if bias is None else projected + bias


def split_heads(x: Array, num_heads: int) -> Array:
    """(batch, seq_len, d_model) → (batch, num_heads, seq_len, d_k): head h owns features h·d_k to (h+1)·d_k − 1."""
    batch, seq_len, d_model = x.shape
    heads = x.reshape(batch, seq_len, num_heads, d_model // num_heads)  # (batch, seq_len, num_heads, d_k)
    return heads.transpose(0, 2, 1, 3)  # (batch, num_heads, seq_len, d_k)


def concat_heads(x: Array) -> Array:
    """(batch, num_heads, seq_len, d_k) → (batch, seq_len, num_heads·d_k); the inverse of `split_heads`."""
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, seq_len, num_heads * d_k)  # (batch, seq_len, d_model)


def multi_head_attention(
    query: Array,
    key: Array,
    value: Array,
    params: Mapping[str, Array],
    num_heads: int,
    mask: Array | None = None,
) -> Array:
    """Concat(head_1 … head_h) W_O with head_i = attention(Q W_i^Q, K W_i^K, V W_i^V).

    (batch, tgt_len, d_model), (batch, src_len, d_model) twice → (batch, tgt_len, d_model). `params` holds
    `w_q w_k w_v w_o`, each (d_model, d_model) in the layout of `nn.Linear`, and `b_q b_k b_v b_o`, each (d_model,).
    `mask` broadcasts to (batch, num_heads, tgt_len, src_len).
    """
    q = split_heads(linear(query, params["w_q"], params["b_q"]), num_heads)  # (batch, num_heads, tgt_len, d_k)
    k = split_heads(linear(key, params["w_k"], params["b_k"]), num_heads)  # (batch, num_heads, src_len, d_k)
    v = split_heads(linear(value, params["w_v"], params["b_v"]), num_heads)  # (batch, num_heads, src_len, d_k)
    heads = attention(q, k, v, mask)  # (batch, num_heads, tgt_len, d_k)
    return linear(concat_heads(heads), params["w_o"], params["b_o"])  # (batch, tgt_len, d_model)
