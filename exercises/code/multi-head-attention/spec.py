"""Multi-head attention with its projections: the reference, its cases and its known mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from exercises.stages import MultiHeadAttention, project_each
from exercises.wrong_heads import multi_head_misconceptions
from exercises.wrong_stages import attention_misconceptions, hidden_row_misconceptions
from grader import attention as right
from grader.cases import draw, draw_mask, draw_params, hide_row, make_case, padding_mask
from grader.model import Case, Text

Array = npt.NDArray[Any]
Params = Mapping[str, Array]

reference = MultiHeadAttention()


def weights(query: Array, key: Array, value: Array, params: Params, num_heads: int, mask: Array | None = None) -> Array:
    """The softmax whose saturation the checks measure: (batch, num_heads, tgt_len, src_len)."""
    q, k, _ = project_each(query, key, value, params)
    scores = right.attention_scores(right.split_heads(q, num_heads), right.split_heads(k, num_heads))
    return right.attention_weights(scores, mask)


def make_cases(rng: np.random.Generator) -> list[Case]:
    def case(
        id: str,  # noqa: A002
        name: Text,
        sizes: tuple[int, int, int, int, int],
        dtype: str,
        *,
        mask: Array | None = None,
        by_position: bool = False,
        visible: bool = False,
    ) -> Case:
        batch, num_heads, tgt_len, src_len, d_k = sizes
        d_model = num_heads * d_k
        args = (
            draw(rng, batch, tgt_len, d_model),
            draw(rng, batch, src_len, d_model),
            draw(rng, batch, src_len, d_model),
            draw_params(rng, d_model),
            num_heads,
        )
        return make_case(
            id=id,
            name=name,
            args=(*args, mask) if by_position else args,
            kwargs={} if mask is None or by_position else {"mask": mask},
            dtype=dtype,
            axes=[("batch", "tgt_len", "d_model")],
            reduction=2 * d_model + d_k + src_len,
            visible=visible,
        )

    def mask(*shape: int) -> Array:
        return draw_mask(rng, *shape)

    return [
        case(
            "cross",
            Text("two sentences, three heads, no mask", "2文、3ヘッド、マスクなし"),
            (2, 3, 5, 7, 4),
            "float64",
            visible=True,
        ),
        case(
            "same-for-all",
            Text("one mask for all sentences and heads", "すべての文とヘッドに共通のマスク"),
            (3, 2, 4, 6, 5),
            "float32",
            mask=mask(4, 6),
            visible=True,
        ),
        case(
            "sees-nothing",
            Text("a query that sees no key", "どのキーも見えないクエリ"),
            (2, 3, 4, 5, 6),
            "float32",
            mask=hide_row(mask(2, 1, 4, 5), 1, 0, 2),
            visible=True,
        ),
        case(
            "padding",
            Text("padded keys, other lengths in each sentence", "文ごとに長さの違うパディング"),
            (2, 3, 5, 7, 4),
            "float32",
            mask=padding_mask(rng.permutation([4, 6]).tolist(), 7),
            visible=True,
        ),
        case(
            "head-masks",
            Text("another mask for each head", "ヘッドごとに違うマスク"),
            (2, 4, 5, 6, 3),
            "float64",
            mask=mask(2, 4, 5, 6),
            by_position=True,
        ),
        case(
            "self",
            Text("as many queries as keys", "クエリとキーの数が同じ"),
            (2, 3, 6, 6, 4),
            "float32",
        ),
        case(
            "self-masked",
            Text("as many queries as keys, with a mask", "クエリとキーの数が同じ、マスクあり"),
            (2, 3, 5, 5, 4),
            "float64",
            mask=mask(5, 5),
        ),
        case(
            "batch-equals-heads",
            Text("as many sentences as heads", "文の数とヘッド数が同じ"),
            (3, 3, 4, 7, 2),
            "float32",
            mask=mask(3, 1, 4, 7),
        ),
        case(
            "one-sentence",
            Text("one sentence", "1文だけ"),
            (1, 2, 5, 8, 3),
            "float64",
            mask=mask(1, 2, 5, 8),
        ),
        case(
            "one-head",
            Text("one head", "1ヘッドだけ"),
            (2, 1, 3, 5, 6),
            "float32",
            mask=mask(2, 1, 3, 5),
        ),
        case(
            "sees-nothing-in-one-head",
            Text("a query that sees no key in one head", "あるヘッドだけ、どのキーも見えないクエリ"),
            (2, 3, 4, 7, 5),
            "float64",
            mask=hide_row(mask(2, 3, 4, 7), 0, 1, 3),
        ),
    ]


# Two faults at once are named in this order, and what becomes of a row without keys is the lesser of them.
MISCONCEPTIONS = {
    **attention_misconceptions(reference),
    **multi_head_misconceptions(reference),
    **hidden_row_misconceptions(reference),
}
