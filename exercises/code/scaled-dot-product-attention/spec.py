"""Scaled dot-product attention: the reference, its cases and its known mistakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from exercises.stages import Attention, Setting, Triple
from exercises.wrong_stages import attention_misconceptions, hidden_row_misconceptions
from grader import attention as right
from grader.cases import draw, draw_key, draw_mask, hide_row, make_case, padding_mask
from grader.model import Case, Text

Array = npt.NDArray[Any]

reference = Attention()


def weights(query: Array, key: Array, value: Array, mask: Array | None = None) -> Array:
    """The softmax whose saturation the checks measure: (..., tgt_len, src_len)."""
    return right.attention_weights(right.attention_scores(query, key), mask)


def make_cases(rng: np.random.Generator) -> list[Case]:
    def case(
        id: str,  # noqa: A002
        name: Text,
        leading: tuple[int, ...],
        sizes: tuple[int, int, int, int],
        dtype: str,
        *,
        mask: Array | None = None,
        by_position: bool = False,
        visible: bool = False,
    ) -> Case:
        tgt_len, src_len, d_k, d_v = sizes
        args: Sequence[Any] = (
            draw(rng, *leading, tgt_len, d_k),
            draw_key(rng, *leading, src_len, d_k),
            draw(rng, *leading, src_len, d_v),
        )
        return make_case(
            id=id,
            name=name,
            args=(*args, mask) if by_position else args,
            kwargs={} if mask is None or by_position else {"mask": mask},
            dtype=dtype,
            axes=[(*("batch", "num_heads")[: len(leading)], "tgt_len", "d_v")],
            reduction=d_k + src_len,
            visible=visible,
        )

    def mask(*shape: int) -> Array:
        return draw_mask(rng, *shape)

    return [
        case(
            "one-sentence",
            Text("one sentence, no mask", "1文、マスクなし"),
            (),
            (3, 5, 4, 2),
            "float64",
            visible=True,
        ),
        case(
            "same-for-all",
            Text("two sentences, one mask for both", "2文、共通のマスク"),
            (2,),
            (3, 5, 4, 6),
            "float32",
            mask=mask(3, 5),
            visible=True,
        ),
        case(
            "heads",
            Text("two sentences, three heads, a mask for each head", "2文、3ヘッド、ヘッドごとのマスク"),
            (2, 3),
            (5, 7, 4, 6),
            "float32",
            mask=mask(2, 3, 5, 7),
            by_position=True,
            visible=True,
        ),
        case(
            "sees-nothing",
            Text("a query that sees no key", "どのキーも見えないクエリ"),
            (2,),
            (3, 5, 4, 2),
            "float32",
            mask=hide_row(mask(2, 3, 5), 0, 1),
            visible=True,
        ),
        case(
            "padding",
            Text("padded keys, other lengths in each sentence", "文ごとに長さの違うパディング"),
            (2, 3),
            (5, 7, 4, 6),
            "float64",
            mask=padding_mask(rng.permutation([4, 6]).tolist(), 7),
        ),
        case(
            "sentence-masks",
            Text("a mask for each sentence, no head axis", "文ごとのマスク、ヘッドの軸なし"),
            (3,),
            (4, 6, 5, 2),
            "float64",
            mask=mask(3, 4, 6),
            by_position=True,
        ),
        case(
            "self",
            Text("as many queries as keys", "クエリとキーの数が同じ"),
            (2, 3),
            (6, 6, 4, 4),
            "float32",
            mask=mask(6, 6),
        ),
        case(
            "batch-equals-heads",
            Text("as many sentences as heads", "文の数とヘッド数が同じ"),
            (3, 3),
            (4, 7, 5, 2),
            "float32",
            mask=mask(3, 1, 4, 7),
        ),
        case(
            "one-head",
            Text("one sentence, one head", "1文、1ヘッド"),
            (1, 1),
            (5, 8, 3, 3),
            "float64",
            mask=mask(5, 8),
        ),
        case(
            "sees-nothing-in-one-head",
            Text("a query that sees no key in one head", "あるヘッドだけ、どのキーも見えないクエリ"),
            (2, 3),
            (4, 7, 5, 6),
            "float64",
            mask=hide_row(mask(2, 3, 4, 7), 1, 2, 0),
        ),
        case("half", Text("half precision", "半精度"), (2,), (3, 6, 4, 4), "float16"),
        case("brain", Text("bfloat16", "bfloat16"), (2, 3), (4, 7, 8, 5), "bfloat16"),
    ]


def scaled_by_counted_axis(place: int, *, of_query: bool) -> Attention:
    """√key.shape[place], or of the query's: d_k only where nothing stands in front of the last axis but the tokens."""

    def scale(scores: Array, setting: Setting) -> Array:
        shape = (*scores.shape[:-2], setting.tgt_len if of_query else setting.src_len, setting.d_k)
        return scores / math.sqrt(shape[place])

    return replace(reference, scale=scale)


def query_for_value_width(query: Array, key: Array, value: Array) -> Triple:
    # Dividing by √d_v is dividing a query that is longer by √(d_k / d_v) by √d_k.
    return query * math.sqrt(key.shape[-1] / value.shape[-1]), key, value


# Two faults at once are named in this order, and what becomes of a row without keys is the lesser of them.
MISCONCEPTIONS = {
    **attention_misconceptions(reference),
    "scale-counted-axis": tuple(
        scaled_by_counted_axis(place, of_query=of_query) for place in (0, 1) for of_query in (False, True)
    ),
    "scale-sqrt-dv": replace(reference, take=query_for_value_width),
    **hidden_row_misconceptions(reference),
}
