"""What exercise authors draw cases with: rounding to a dtype, one checked constructor, and seeded tensors and masks.

A case separates right from wrong only if it is drawn well: sizes pairwise different and not 1, scores of standard
deviation 1 to 3 before the softmax (saturated or flat softmax hides every mistake of scale), biases that are not 0,
and masks that differ between sentences, rows and heads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from grader.errors import ExerciseError
from grader.model import Case, Text, Value

__all__ = [
    "DTYPES",
    "cast",
    "causal_mask",
    "draw",
    "draw_key",
    "draw_mask",
    "draw_params",
    "hide_row",
    "make_case",
    "map_arrays",
    "padding_mask",
    "round_to",
]

Array = npt.NDArray[Any]

DTYPES: Final = ("float16", "bfloat16", "float32", "float64")
"""The dtypes a case may have."""

SCORE_DEVIATION: Final = 1.6
"""Standard deviation of q·k/√d_k from `draw` and `draw_key`: most |scores| lie between 0.5 and 3."""

_BFLOAT16_DROPPED_BITS: Final = 45  # float64 stores 52 bits of fraction, bfloat16 stores 7
_BFLOAT16_SMALLEST_NORMAL: Final = 2.0**-126
_BFLOAT16_SMALLEST: Final = 2.0**-133
_BFLOAT16_LARGEST: Final = (2.0 - 2.0**-7) * 2.0**127


def round_to(array: npt.ArrayLike, dtype: str) -> Array:
    """The nearest values of `dtype`, ties to even, held in float64; same shape.

    What a learner's array of `dtype` holds is then exactly what the float64 reference is computed from. Values beyond
    the largest of `dtype` become ±inf. Raises `ExerciseError` for a dtype that no case has.
    """
    exact = np.asarray(array, dtype=np.float64)
    if dtype == "float64":
        return exact.copy()
    if dtype == "bfloat16":
        return _round_to_bfloat16(exact)
    if dtype in DTYPES:
        with np.errstate(over="ignore", under="ignore"):
            return exact.astype(dtype).astype(np.float64)
    raise ExerciseError(f"no case has dtype {dtype!r}; choose one of {', '.join(DTYPES)}")


def _round_to_bfloat16(exact: Array) -> Array:
    # Straight from the bits of float64: going through float32 would round twice and miss ties.
    bits = np.ascontiguousarray(exact).view(np.uint64)
    dropped = np.uint64(_BFLOAT16_DROPPED_BITS)
    one = np.uint64(1)
    last_kept = (bits >> dropped) & one
    half = (one << (dropped - one)) - one
    with np.errstate(over="ignore"):
        normal = (((bits + half + last_kept) >> dropped) << dropped).view(np.float64)
        subnormal = np.rint(exact / _BFLOAT16_SMALLEST) * _BFLOAT16_SMALLEST
    rounded = np.where(np.abs(exact) < _BFLOAT16_SMALLEST_NORMAL, subnormal, normal)
    rounded = np.where(np.abs(rounded) > _BFLOAT16_LARGEST, np.copysign(np.inf, exact), rounded)
    return np.where(np.isfinite(exact), rounded, exact).reshape(exact.shape)


def cast(value: Value, dtype: str) -> Value:
    """`value` with floating arrays in `dtype` itself, bfloat16 in float32 (same range); for beliefs about overflow."""
    width = "float32" if dtype == "bfloat16" else dtype
    return map_arrays(value, lambda array: array.astype(width) if array.dtype.kind == "f" else array)


def map_arrays(value: Value, change: Any) -> Value:
    """`value` with `change` applied to each array in it, through mappings, tuples and lists."""
    if isinstance(value, np.ndarray):
        return change(value)
    if isinstance(value, Mapping):
        return {name: map_arrays(item, change) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(map_arrays(item, change) for item in value)
    return value


def make_case(
    *,
    id: str,  # noqa: A002 - the field's own name
    name: Text,
    args: Sequence[Value],
    dtype: str,
    axes: Sequence[Sequence[str]],
    reduction: int,
    kwargs: Mapping[str, Value] | None = None,
    visible: bool = False,
) -> Case:
    """One case: floating arrays rounded to `dtype`, integers int64, masks bool, and nothing can be written to.

    `axes` names the axes of each result: [("batch", "seq_len")]. `reduction` is the number of terms of the longest
    chain of sums behind one number, 0 where numbers are only moved or compared. Raises `ExerciseError` if a name is
    missing in one language, the dtype is unknown, or an array holds anything but numbers and booleans.
    """
    if not id or not name.en or not name.ja:
        raise ExerciseError(f"case {id!r} needs an id and a name in both languages")
    if dtype not in DTYPES:
        raise ExerciseError(f"case {id!r} has dtype {dtype!r}; choose one of {', '.join(DTYPES)}")
    if reduction < 0:
        raise ExerciseError(f"case {id!r} has reduction {reduction}; it counts terms and is at least 0")
    if any(isinstance(names, str) for names in axes):
        raise ExerciseError(f'case {id!r}: axes holds one tuple of names for each result, such as [("batch", "d_k")]')

    def hold(array: Array) -> Array:
        return _hold(array, dtype, id)

    return Case(
        id=id,
        name=name,
        args=tuple(map_arrays(value, hold) for value in args),
        kwargs={key: map_arrays(value, hold) for key, value in (kwargs or {}).items()},
        dtype=dtype,
        axes=tuple(tuple(names) for names in axes),
        reduction=reduction,
        visible=visible,
    )


def _hold(array: Array, dtype: str, case_id: str) -> Array:
    if array.dtype.kind == "f":
        held = round_to(array, dtype)
    elif array.dtype.kind in "iu":
        held = array.astype(np.int64)
    elif array.dtype.kind == "b":
        held = array.copy()
    else:
        raise ExerciseError(f"case {case_id!r} holds an array of {array.dtype}; use floats, integers or booleans")
    held = np.ascontiguousarray(held).reshape(array.shape)
    held.setflags(write=False)  # a reference or misconception that writes to its input would change the case itself
    return held


def draw(rng: np.random.Generator, *shape: int, deviation: float = 1.0) -> Array:
    """Normal numbers of mean 0 and standard deviation `deviation`, float64."""
    return rng.standard_normal(shape) * deviation


def draw_key(rng: np.random.Generator, *shape: int) -> Array:
    """Keys for queries of `draw`: q·k/√d_k spreads by `SCORE_DEVIATION`, so the softmax is neither flat nor one-hot."""
    return draw(rng, *shape, deviation=SCORE_DEVIATION)


def draw_params(rng: np.random.Generator, d_model: int) -> dict[str, Array]:
    """Weights `w_q w_k w_v w_o` (d_model, d_model), biases `b_q b_k b_v b_o` (d_model,), in the layout of `nn.Linear`.

    For inputs of `draw` the projected queries and values have variance 1 plus that of the bias, keys a larger one,
    so that scores per head spread as with `draw_key`. No weight is symmetric and no bias is 0.
    """
    gains = {"w_q": 1.0, "w_k": SCORE_DEVIATION, "w_v": 1.0, "w_o": 1.0}
    weights = {name: draw(rng, d_model, d_model, deviation=gain / math.sqrt(d_model)) for name, gain in gains.items()}
    signs = {name: rng.choice([-1.0, 1.0], size=d_model) for name in ("b_q", "b_k", "b_v", "b_o")}
    biases = {name: sign * rng.uniform(0.2, 0.8, size=d_model) for name, sign in signs.items()}
    return {**weights, **biases}


def draw_mask(rng: np.random.Generator, *shape: int, visible_share: float = 0.65) -> Array:
    """A boolean mask, True = may attend, of `shape` (..., tgt_len, src_len).

    Every row sees at least one key and, where src_len > 1, hides at least one; and along every leading axis longer
    than 1 neighbouring slices differ, so that a mask laid over the wrong axis changes the numbers.
    Raises `ExerciseError` if the shape leaves no room for that.
    """
    if len(shape) < 1 or min(shape) < 1:
        raise ExerciseError(f"a mask of shape {shape} has no keys")
    for _ in range(1000):
        mask = rng.random(shape) < visible_share
        mask = _with_visible_and_hidden(rng, mask)
        if all(_neighbours_differ(mask, axis) for axis in range(mask.ndim - 1)):
            return mask
    raise ExerciseError(f"a mask of shape {shape} has too few keys for its slices to differ; enlarge src_len")


def _with_visible_and_hidden(rng: np.random.Generator, mask: Array) -> Array:
    src_len = mask.shape[-1]
    rows = mask.reshape(-1, src_len)  # (rows, src_len)
    seen = rng.integers(src_len, size=len(rows))
    rows[np.arange(len(rows)), seen] = True
    if src_len > 1:
        hidden = (seen + rng.integers(1, src_len, size=len(rows))) % src_len
        rows[np.arange(len(rows)), hidden] = False
    return rows.reshape(mask.shape)


def _neighbours_differ(mask: Array, axis: int) -> bool:
    slices = np.moveaxis(mask, axis, 0)
    return all(not np.array_equal(one, other) for one, other in pairwise(slices))


def hide_row(mask: Array, *index: int) -> Array:
    """`mask` with the query at `index` (all axes but the last) seeing no key: the attention of that query is 0."""
    hidden = mask.copy()
    hidden[index] = False
    return hidden


def causal_mask(tgt_len: int, src_len: int) -> Array:
    """(tgt_len, src_len), True where j ≤ i + src_len − tgt_len: the last query sees every key."""
    offset = src_len - tgt_len
    return np.arange(src_len)[None, :] <= np.arange(tgt_len)[:, None] + offset


def padding_mask(lengths: Sequence[int], src_len: int) -> Array:
    """(batch, 1, 1, src_len), True where j < length."""
    return np.arange(src_len)[None, None, None, :] < np.asarray(lengths)[:, None, None, None]
