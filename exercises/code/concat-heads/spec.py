"""Concatenating heads: the reference, its cases and its known mistakes. Numbers only move, none is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from grader import attention as right
from grader.cases import draw, make_case
from grader.model import Case, Text

Array = npt.NDArray[Any]

AXES = [("batch", "seq_len", "d_model")]


def reference(x: Array) -> Array:
    """(batch, num_heads, seq_len, d_k) → (batch, seq_len, num_heads·d_k)."""
    return right.concat_heads(x)


def labelled(rng: np.random.Generator, batch: int, num_heads: int, seq_len: int, d_k: int) -> Array:
    """Whole numbers whose hundreds tell the head, tens the token and ones the feature, from drawn starts."""
    head = 100 * (np.arange(num_heads) + rng.integers(1, 5))
    token = 10 * (np.arange(seq_len) + rng.integers(1, 4))
    feature = np.arange(d_k) + rng.integers(1, 4)
    sentence = 1000 * np.arange(batch)
    return (
        sentence[:, None, None, None] + head[:, None, None] + token[:, None] + feature.astype(np.float64)
    )  # (batch, num_heads, seq_len, d_k)


def make_cases(rng: np.random.Generator) -> list[Case]:
    # Four heads and more hold whole numbers: a program that adds heads up may do so in any order, and is still named.
    def case(id: str, name: Text, x: Array, dtype: str, visible: bool = False) -> Case:  # noqa: A002
        return make_case(id=id, name=name, args=(x,), dtype=dtype, axes=AXES, reduction=0, visible=visible)

    return [
        case(
            "labelled",
            Text(
                "two sentences, three heads; hundreds name the head, tens the token, ones the feature",
                "2文、3ヘッド：百の位がヘッド、十の位がトークン、一の位が特徴",
            ),
            labelled(rng, 2, 3, 5, 4),
            "float32",
            visible=True,
        ),
        case(
            "wide",
            Text("three sentences, two wide heads", "3文、幅の広い2ヘッド"),
            draw(rng, 3, 2, 4, 5),
            "float64",
            visible=True,
        ),
        case("one-sentence", Text("one sentence", "1文だけ"), labelled(rng, 1, 4, 3, 2), "float64", visible=True),
        case("one-head", Text("one head", "1ヘッドだけ"), draw(rng, 2, 1, 5, 6), "float32"),
        case(
            "batch-equals-heads",
            Text("as many sentences as heads", "文の数とヘッド数が同じ"),
            draw(rng, 3, 3, 4, 2),
            "float32",
        ),
        case(
            "length-equals-heads",
            Text("as many tokens as heads", "トークン数とヘッド数が同じ"),
            labelled(rng, 2, 4, 4, 3),
            "float64",
        ),
        case(
            "batch-equals-length",
            Text("as many sentences as tokens", "文の数とトークン数が同じ"),
            draw(rng, 4, 3, 4, 2),
            "float32",
        ),
        case("narrow", Text("five heads of width two", "幅2の5ヘッド"), labelled(rng, 4, 5, 3, 2), "float64"),
        case("long", Text("a longer sentence", "長めの文"), draw(rng, 2, 3, 17, 6), "float32"),
    ]


def reshape_without_transpose(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.reshape(batch, seq_len, num_heads * d_k)


def head_major_view(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(1, 0, 2, 3).reshape(batch, seq_len, num_heads * d_k)


def as_if_heads_came_first(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(1, 2, 0, 3).reshape(num_heads, seq_len, batch * d_k)


def as_if_heads_came_first_in_the_right_shape(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(1, 2, 0, 3).reshape(batch, seq_len, num_heads * d_k)


def interleaved(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(0, 2, 3, 1).reshape(batch, seq_len, d_k * num_heads)


def mean_of_heads(x: Array) -> Array:
    return x.mean(axis=1)


def sum_of_heads(x: Array) -> Array:
    return x.sum(axis=1)


# Sums round, and moved numbers are compared exactly: these two have to be run in the case's own dtype.
mean_of_heads.uses_case_dtype = True  # type: ignore[attr-defined]
sum_of_heads.uses_case_dtype = True  # type: ignore[attr-defined]


def along_tokens(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.reshape(batch, num_heads * seq_len, d_k)


def along_batch(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(1, 0, 2, 3).reshape(num_heads * batch, seq_len, d_k)


def tokens_first(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(2, 0, 1, 3).reshape(seq_len, batch, num_heads * d_k)


def tokens_first_flat(x: Array) -> Array:
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(2, 0, 1, 3).reshape(seq_len * batch, num_heads * d_k)


def not_flattened(x: Array) -> Array:
    return x.transpose(0, 2, 1, 3)  # (batch, seq_len, num_heads, d_k)


MISCONCEPTIONS = {
    "merge-no-transpose": reshape_without_transpose,
    "merge-headmajor-view": head_major_view,
    "merge-batch-head-swapped": (as_if_heads_came_first, as_if_heads_came_first_in_the_right_shape),
    "merge-feature-interleaved": interleaved,
    "merge-mean-heads": (mean_of_heads, sum_of_heads),
    "merge-wrong-axis": (along_tokens, along_batch),
    "merge-tokens-first": (tokens_first, tokens_first_flat),
    "merge-not-flattened": not_flattened,
}
