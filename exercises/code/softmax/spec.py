"""Softmax along any axis: the reference, its cases and its known mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from grader import attention as right
from grader.cases import draw, make_case
from grader.model import Case, Text

Array = npt.NDArray[Any]

LOUD = 1000.0
"""exp(1000) overflows and exp(−1000) underflows in every dtype: nothing lies between "fine" and "lost"."""

LOUD_REDUCTION = 20_000
"""A right program may subtract the logarithm of the sum instead of dividing. Beside 1000 that rounds each exponent by
up to 1000 units of the last place, as a sum of about (1000 / 8)² terms would be allowed to."""

SPREAD = 1.5


def reference(x: Array, axis: int = -1) -> Array:
    """Shape as `x`; sums to 1 along `axis`."""
    return right.softmax(x, axis)


def weights(x: Array, axis: int = -1) -> Array:
    """The softmax whose saturation the checks measure, summing to 1 along the last axis."""
    return np.moveaxis(reference(x, axis), axis, -1)


def make_cases(rng: np.random.Generator) -> list[Case]:
    def values(*shape: int) -> Array:
        return draw(rng, *shape, deviation=SPREAD)

    loud_within_row = values(3, 5) + np.array([LOUD, -LOUD, 0.0, LOUD, -LOUD])
    quiet_beside_loud = values(3, 4) + np.array([[0.0], [LOUD], [-LOUD]])
    return [
        make_case(
            id="rows",
            name=Text("three rows of four, no axis given", "3行4列、軸の指定なし"),
            args=(values(3, 4),),
            dtype="float64",
            axes=[("row", "column")],
            reduction=4,
            visible=True,
        ),
        make_case(
            id="columns",
            name=Text("axis=0: down the columns", "axis=0：列に沿って"),
            args=(values(4, 3),),
            kwargs={"axis": 0},
            dtype="float32",
            axes=[("row", "column")],
            reduction=4,
            visible=True,
        ),
        make_case(
            id="loud",
            name=Text("numbers around 1000", "1000前後の数"),
            args=(values(2, 5) + LOUD,),
            dtype="float32",
            axes=[("row", "column")],
            reduction=LOUD_REDUCTION,
            visible=True,
        ),
        make_case(
            id="heads",
            name=Text("scores of two sentences and three heads", "2文、3ヘッドのスコア"),
            args=(values(2, 3, 5, 4),),
            dtype="float32",
            axes=[("batch", "num_heads", "tgt_len", "src_len")],
            reduction=4,
        ),
        make_case(
            id="middle",
            name=Text("axis=1 of three, given by position", "3軸のうちaxis=1を位置引数で"),
            args=(values(2, 3, 4), 1),
            dtype="float64",
            axes=[("batch", "seq_len", "d_model")],
            reduction=3,
        ),
        make_case(
            id="second-last",
            name=Text("axis=-2 of four", "4軸のうちaxis=-2"),
            args=(values(2, 3, 5, 4),),
            kwargs={"axis": -2},
            dtype="float64",
            axes=[("batch", "num_heads", "tgt_len", "src_len")],
            reduction=5,
        ),
        make_case(
            id="vector",
            name=Text("one vector", "1本のベクトル"),
            args=(values(7),),
            dtype="float32",
            axes=[("column",)],
            reduction=7,
        ),
        make_case(
            id="square",
            name=Text("as many rows as columns", "行数と列数が同じ"),
            args=(values(4, 4),),
            dtype="float64",
            axes=[("row", "column")],
            reduction=4,
        ),
        make_case(
            id="quiet-beside-loud",
            name=Text("a quiet row between two loud ones", "大きい行と小さい行が並ぶ"),
            args=(quiet_beside_loud,),
            dtype="float64",
            axes=[("row", "column")],
            reduction=LOUD_REDUCTION,
        ),
        make_case(
            id="loud-within-row",
            name=Text("numbers around 1000, 0 and −1000 in one row", "1000、0、−1000前後の数が同じ行に並ぶ"),
            args=(loud_within_row,),
            dtype="float32",
            axes=[("row", "column")],
            reduction=LOUD_REDUCTION,
        ),
        make_case(
            id="half",
            name=Text("half precision", "半精度"),
            args=(values(3, 6),),
            dtype="float16",
            axes=[("row", "column")],
            reduction=6,
        ),
        make_case(
            id="brain",
            name=Text("bfloat16", "bfloat16"),
            args=(values(6, 5), 0),
            dtype="bfloat16",
            axes=[("row", "column")],
            reduction=6,
        ),
    ]


def along(axis: int) -> Any:
    """Softmax along one axis whatever was asked for."""
    return lambda x, axis=axis, fixed=axis: right.softmax(x, fixed)


def implicit_axis(x: Array, axis: int = -1) -> Array:
    # What torch chooses when no dim is given: 0 for one or three axes, 1 otherwise.
    return right.softmax(x, 0 if x.ndim in (1, 3) else 1)


def over_everything(x: Array, axis: int = -1) -> Array:
    exponentials = np.exp(x - x.max())
    return exponentials / exponentials.sum()


def over_everything_unshifted(x: Array, axis: int = -1) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        exponentials = np.exp(x)
        return exponentials / exponentials.sum()


def over_everything_after_row_shift(x: Array, axis: int = -1) -> Array:
    exponentials = np.exp(x - x.max(axis, keepdims=True))
    return exponentials / exponentials.sum()


def sum_loses_axis(x: Array, axis: int = -1) -> Array:
    exponentials = np.exp(x - x.max(axis, keepdims=True))
    return exponentials / exponentials.sum(axis)


def sum_and_maximum_lose_axis(x: Array, axis: int = -1) -> Array:
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        exponentials = np.exp(x - x.max(axis))
        return exponentials / exponentials.sum(axis)


def unshifted(x: Array, axis: int = -1) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        exponentials = np.exp(x)
        return exponentials / exponentials.sum(axis, keepdims=True)


unshifted.uses_case_dtype = True  # type: ignore[attr-defined]  # where exp overflows depends on the dtype


def shifted_by_global_maximum(x: Array, axis: int = -1) -> Array:
    with np.errstate(invalid="ignore"):
        exponentials = np.exp(x - x.max())
        return exponentials / exponentials.sum(axis, keepdims=True)


def shifted_by(choose: Any) -> Any:
    """Something that is not the largest number is taken off each row."""

    def predict(x: Array, axis: int = -1) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            exponentials = np.exp(x - choose(x, axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis, keepdims=True)

    return predict


def logarithm(x: Array, axis: int = -1) -> Array:
    shifted = x - x.max(axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis, keepdims=True))


def exponentials_alone(x: Array, axis: int = -1) -> Array:
    return np.exp(x - x.max(axis, keepdims=True))


MISCONCEPTIONS = {
    "softmax-axis-ignored": along(-1),
    "softmax-axis-query": along(-2),
    "softmax-axis-batch": along(0),
    "softmax-axis-head": implicit_axis,
    "softmax-global": (over_everything, over_everything_unshifted, over_everything_after_row_shift),
    "softmax-no-keepdims": (sum_loses_axis, sum_and_maximum_lose_axis),
    "softmax-no-max-shift": unshifted,
    "softmax-global-max": shifted_by_global_maximum,
    "softmax-other-shift": (shifted_by(np.mean), shifted_by(np.min)),
    "softmax-logarithm": logarithm,
    "softmax-not-normalised": exponentials_alone,
}
