"""Attention as a chain of stages that can be exchanged one at a time.

A misconception replaces one stage, or a few that belong together, and leaves the rest right. Because each wrong
reference knows which stages it replaces, two of them can be combined: a program with two faults is named by both.
Formulas: Vaswani et al. 2017, sections 3.2.1 and 3.2.2. All arrays are float64 unless a belief asks otherwise.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grader import attention as right

__all__ = ["Attention", "MultiHeadAttention", "Setting", "Stages", "guarded"]

Array = npt.NDArray[Any]
Triple = tuple[Array, Array, Array]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a stage may know besides its input: the sizes of this call and its mask."""

    tgt_len: int
    src_len: int
    d_k: int
    mask: Array | None
    d_model: int = 0
    num_heads: int = 1


@dataclass(frozen=True)
class Stages:
    """A reference whose fields are its stages; the diagnosis may lay two wrong ones over each other."""

    def __call__(self, *args: Any, **kwargs: Any) -> Array:
        with np.errstate(all="ignore"):  # a wrong reference may well divide 0 by 0: that is what it predicts
            return self.run(*args, **kwargs)

    def run(self, *args: Any, **kwargs: Any) -> Array:
        """The chain itself, stage after stage."""
        raise NotImplementedError

    def replaced(self) -> dict[str, Any]:
        """The fields that are not the right stage, by name."""
        mine = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {field.name: mine[field.name] for field in dataclasses.fields(self) if mine[field.name] != field.default}

    def combined_with(self, other: Stages) -> Stages | None:
        """Both faults at once, or None where they replace the same stage and so cannot both be there."""
        here, there = self.replaced(), other.replaced()
        if type(self) is not type(other) or here.keys() & there.keys() - {"uses_case_dtype"}:
            return None
        return dataclasses.replace(self, **there)


def dot_scores(query: Array, key: Array, _setting: Setting) -> Array:
    return query @ key.swapaxes(-2, -1)  # (..., tgt_len, src_len)


def scale_by_width(scores: Array, setting: Setting) -> Array:
    return scores / math.sqrt(setting.d_k)


def hide_by_minus_infinity(scores: Array, setting: Setting) -> Array:
    return scores if setting.mask is None else np.where(setting.mask, scores, -np.inf)


def softmax_over_keys(scores: Array, _setting: Setting) -> Array:
    return right.softmax(scores, axis=-1)  # NaN in a row of −inf alone


def zero_for_nan(weights: Array, _setting: Setting) -> Array:
    return np.nan_to_num(weights, nan=0.0)


def zero_for_hidden_rows(weights: Array, setting: Setting) -> Array:
    if setting.mask is None:
        return weights
    return np.where(setting.mask.any(axis=-1, keepdims=True), weights, 0.0)


def mix_values(weights: Array, value: Array, _setting: Setting) -> Array:
    return weights @ value  # (..., tgt_len, d_v)


def take_as_given(query: Array, key: Array, value: Array) -> Triple:
    return query, key, value


@dataclass(frozen=True)
class Attention(Stages):
    """(..., tgt_len, d_k), (..., src_len, d_k), (..., src_len, d_v) → (..., tgt_len, d_v)."""

    take: Callable[[Array, Array, Array], Triple] = take_as_given
    score: Callable[[Array, Array, Setting], Array] = dot_scores
    scale: Callable[[Array, Setting], Array] = scale_by_width
    hide: Callable[[Array, Setting], Array] = hide_by_minus_infinity
    normalise: Callable[[Array, Setting], Array] = softmax_over_keys
    settle: Callable[[Array, Setting], Array] = zero_for_nan
    """What becomes of a query that sees no key."""
    mix: Callable[[Array, Array, Setting], Array] = mix_values
    uses_case_dtype: bool = False

    def run(self, query: Array, key: Array, value: Array, mask: Array | None = None) -> Array:
        query, key, value = self.take(query, key, value)
        setting = Setting(query.shape[-2], key.shape[-2], key.shape[-1], mask)
        return self.attend(query, key, value, setting)

    def attend(self, query: Array, key: Array, value: Array, setting: Setting) -> Array:
        scores = self.scale(self.score(query, key, setting), setting)  # (..., tgt_len, src_len)
        weights = self.normalise(self.hide(scores, setting), setting)  # (..., tgt_len, src_len)
        return self.mix(self.settle(weights, setting), value, setting)  # (..., tgt_len, d_v)


def params_as_given(params: Mapping[str, Array]) -> Mapping[str, Array]:
    return params


def project_each(query: Array, key: Array, value: Array, params: Mapping[str, Array]) -> Triple:
    return (
        right.linear(query, params["w_q"], params["b_q"]),  # (batch, tgt_len, d_model)
        right.linear(key, params["w_k"], params["b_k"]),  # (batch, src_len, d_model)
        right.linear(value, params["w_v"], params["b_v"]),  # (batch, src_len, d_model)
    )


def project_out(heads: Array, params: Mapping[str, Array], _query: Array) -> Array:
    return right.linear(heads, params["w_o"], params["b_o"])  # (batch, tgt_len, d_model)


def merge_side_by_side(heads: Array, _setting: Setting) -> Array:
    return right.concat_heads(heads)  # (batch, tgt_len, d_model)


@dataclass(frozen=True)
class MultiHeadAttention(Attention):
    """Project, split, attend, concatenate, project: (batch, tgt_len, d_model) → (batch, tgt_len, d_model)."""

    weights: Callable[[Mapping[str, Array]], Mapping[str, Array]] = params_as_given
    """Which weights are used, and how: entries of `params` exchanged or turned."""
    biases: Callable[[Mapping[str, Array]], Mapping[str, Array]] = params_as_given
    """Which biases are used."""
    project: Callable[[Array, Array, Array, Mapping[str, Array]], Triple] = project_each
    split: Callable[[Array, int], Array] = right.split_heads
    merge: Callable[[Array, Setting], Array] = merge_side_by_side
    finish: Callable[[Array, Mapping[str, Array], Array], Array] = project_out

    def run(  # type: ignore[override]  # the entry point of this exercise has two parameters more
        self,
        query: Array,
        key: Array,
        value: Array,
        params: Mapping[str, Array],
        num_heads: int,
        mask: Array | None = None,
    ) -> Array:
        params = self.biases(self.weights(params))
        taken = self.take(query, key, value)
        projected = self.project(*taken, params)  # three times (batch, length, d_model)
        d_model = query.shape[-1]
        setting = Setting(query.shape[1], key.shape[1], d_model // num_heads, mask, d_model, num_heads)
        split = [self.split(x, num_heads) for x in projected]  # three times (batch, num_heads, length, d_k)
        heads = self.attend(*split, setting)  # (batch, num_heads, tgt_len, d_k)
        return self.finish(self.merge(heads, setting), params, query)  # (batch, tgt_len, d_model)


def guarded(wrong: Attention) -> tuple[Attention, ...]:
    """`wrong` with each usual way to give zeros to a query that sees no key: by its NaN, or by looking at the mask."""
    return wrong, dataclasses.replace(wrong, settle=zero_for_hidden_rows)
