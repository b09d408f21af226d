"""Splitting into heads: the reference, its cases and its known mistakes. Numbers only move, none is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from grader import attention as right
from grader.cases import draw, make_case
from grader.model import Case, Text

Array = npt.NDArray[Any]

AXES = [("batch", "num_heads", "seq_len", "d_k")]


def reference(x: Array, num_heads: int) -> Array:
    """(batch, seq_len, d_model) → (batch, num_heads, seq_len, d_k)."""
    return right.split_heads(x, num_heads)


def numbered(rng: np.random.Generator, *shape: int) -> Array:
    """Consecutive whole numbers from a drawn start, in reading order: each tells where in `x` it came from."""
    start = int(rng.integers(10, 30))
    return np.arange(start, start + np.prod(shape), dtype=np.float64).reshape(shape)


def make_cases(rng: np.random.Generator) -> list[Case]:
    def case(id: str, name: Text, x: Array, num_heads: int, dtype: str, visible: bool = False) -> Case:  # noqa: A002
        return make_case(id=id, name=name, args=(x, num_heads), dtype=dtype, axes=AXES, reduction=0, visible=visible)

    return [
        case(
            "numbered",
            Text("two sentences, three heads, numbered entries", "2文、3ヘッド、通し番号"),
            numbered(rng, 2, 5, 12),
            3,
            "float32",
            visible=True,
        ),
        case(
            "wide",
            Text("three sentences, two wide heads", "3文、幅の広い2ヘッド"),
            draw(rng, 3, 4, 10),
            2,
            "float64",
            visible=True,
        ),
        case(
            "one-sentence",
            Text("one sentence", "1文だけ"),
            numbered(rng, 1, 3, 8),
            4,
            "float64",
            visible=True,
        ),
        case("one-head", Text("one head", "1ヘッドだけ"), draw(rng, 2, 5, 6), 1, "float32"),
        case(
            "batch-equals-heads",
            Text("as many sentences as heads", "文の数とヘッド数が同じ"),
            draw(rng, 3, 4, 6),
            3,
            "float32",
        ),
        case(
            "length-equals-heads",
            Text("as many tokens as heads", "トークン数とヘッド数が同じ"),
            draw(rng, 2, 4, 12),
            4,
            "float64",
        ),
        case(
            "even-length",
            Text("tokens that divide by the heads", "トークン数がヘッド数で割り切れる"),
            draw(rng, 2, 6, 15),
            3,
            "float32",
        ),
        case("narrow", Text("five heads of width two", "幅2の5ヘッド"), draw(rng, 4, 3, 10), 5, "float64"),
        case("long", Text("a longer sentence", "長めの文"), draw(rng, 2, 17, 24), 4, "float32"),
    ]


def view_without_transpose(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, num_heads, seq_len, d_model // num_heads)


def flat_batch_and_heads(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.reshape(batch * num_heads, seq_len, d_model // num_heads)


def transpose_then_reshape(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.transpose(0, 2, 1).reshape(batch, num_heads, seq_len, d_model // num_heads)


def interleaved(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, d_model // num_heads, num_heads).transpose(0, 3, 1, 2)


def heads_first(x: Array, num_heads: int) -> Array:
    return right.split_heads(x, num_heads).swapaxes(0, 1)  # (num_heads, batch, seq_len, d_k)


def head_major_as_batch_major(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return heads_first(x, num_heads).reshape(batch, num_heads, seq_len, d_model // num_heads)


def tokens_before_heads(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads)


def pieces_of_the_sentence(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, num_heads, seq_len // num_heads, d_model)


def every_head_whole(x: Array, num_heads: int) -> Array:
    return np.repeat(x[:, None], num_heads, axis=1)  # (batch, num_heads, seq_len, d_model)


def heads_for_width(x: Array, num_heads: int) -> Array:
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, d_model // num_heads, num_heads).transpose(0, 2, 1, 3)


MISCONCEPTIONS = {
    "split-view-no-transpose": view_without_transpose,
    "split-flat-bh": (
        flat_batch_and_heads,
        view_without_transpose,  # the same numbers, once the flat axis is written as two again
    ),
    "split-transpose-then-reshape": transpose_then_reshape,
    "split-feature-interleaved": interleaved,
    "split-headmajor-as-batchmajor": head_major_as_batch_major,
    "split-heads-first": heads_first,
    "attend-across-heads": tokens_before_heads,
    "split-tokens-not-features": pieces_of_the_sentence,
    "heads-full-width": every_head_whole,
    "split-heads-for-width": heads_for_width,
}
