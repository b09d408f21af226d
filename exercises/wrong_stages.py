"""The mistakes of one attention, shared by every exercise whose reference is a chain of `exercises.stages`.

Ids are those of the course's catalogue. Several entries under one id are ways to hold the same belief: √tgt_len and
√src_len are both "the number of tokens".
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.stages import Array, Attention, Setting, Triple, guarded, mix_values
from grader import attention as right

__all__ = ["attention_misconceptions", "divide_by", "hidden_row_misconceptions", "keys_for_values"]

Variants = dict[str, tuple[Attention, ...]]


def attention_misconceptions(reference: Attention) -> Variants:
    """Every mistake that can be made between the scores and the mixed values, built on `reference`."""
    return {
        **_scale_misconceptions(reference),
        **_softmax_misconceptions(reference),
        **_role_misconceptions(reference),
        **_mask_misconceptions(reference),
    }


def unchanged(x: Array, _setting: Setting) -> Array:
    """A stage that was left out."""
    return x


def keys_for_values(query: Array, key: Array, value: Array) -> Triple:
    """Keys and values change places before anything is done with them."""
    return query, value, key


def divide_by(divisor: Callable[[Setting], float]) -> Callable[[Array, Setting], Array]:
    """A scale stage that divides the scores by a number read off the sizes."""
    return lambda scores, setting: scores / divisor(setting)


def _scale_misconceptions(reference: Attention) -> Variants:
    def scaled(divisor: Callable[[Setting], float]) -> Attention:
        return replace(reference, scale=divide_by(divisor))

    def divide_then_mix(weights: Array, value: Array, setting: Setting) -> Array:
        return weights / math.sqrt(setting.d_k) @ value

    return {
        "scale-sqrt-ntokens": (
            scaled(lambda setting: math.sqrt(setting.tgt_len)),
            scaled(lambda setting: math.sqrt(setting.src_len)),
        ),
        "scale-missing": (replace(reference, scale=unchanged),),
        "scale-dk-not-sqrt": (scaled(lambda setting: setting.d_k),),
        "scale-multiply": (scaled(lambda setting: 1 / math.sqrt(setting.d_k)),),
        "scale-after-softmax": (replace(reference, scale=unchanged, mix=divide_then_mix),),
        "scale-sum-shape": (
            scaled(lambda setting: math.sqrt(setting.src_len + setting.d_k)),
            scaled(lambda setting: math.sqrt(setting.tgt_len + setting.d_k)),
        ),
    }


def large_and_finite(scores: Array, setting: Setting) -> Array:
    """Hidden keys get −10⁹, and a row of nothing else is shared out evenly."""
    return scores if setting.mask is None else np.where(setting.mask, scores, -1e9)


def _softmax_misconceptions(reference: Attention) -> Variants:
    def along(axis: int) -> tuple[Attention, ...]:
        wrong = replace(reference, normalise=lambda scores, _setting: right.softmax(scores, axis=axis))
        # Along another axis it is a whole column that may be hidden. What fills it there is part of this mistake.
        return *guarded(wrong), replace(wrong, hide=large_and_finite)

    def over_the_table(scores: Array, _setting: Setting) -> Array:
        exponentials = np.exp(scores)
        return exponentials / exponentials.sum(axis=(-2, -1), keepdims=True)

    def over_everything(scores: Array, _setting: Setting) -> Array:
        exponentials = np.exp(scores)
        return exponentials / exponentials.sum()

    def without_exponential(scores: Array, setting: Setting) -> Array:
        # Without an exponential −∞ would poison the sum of the products, so such programs hide by 0.
        return scores if setting.mask is None else np.where(setting.mask, scores, 0.0)

    return {
        "softmax-axis-query": along(-2),
        "softmax-axis-head": along(1),
        "softmax-axis-batch": along(0),
        "softmax-global": (
            replace(reference, normalise=over_the_table),
            replace(reference, normalise=over_everything),
        ),
        "softmax-missing": (
            replace(reference, normalise=unchanged, hide=without_exponential),
            replace(reference, normalise=unchanged, settle=unchanged),
        ),
    }


def _role_misconceptions(reference: Attention) -> Variants:
    def keys_against_queries(query: Array, key: Array, _setting: Setting) -> Array:
        return key @ query.swapaxes(-2, -1)  # (..., src_len, tgt_len)

    return {
        "kv-swapped": (replace(reference, take=keys_for_values),),
        "qk-swapped": (replace(reference, score=keys_against_queries),),
    }


def _mask_misconceptions(reference: Attention) -> Variants:
    def with_mask(change: Callable[[Array, Array], Array]) -> Callable[[Array, Setting], Array]:
        def hide(scores: Array, setting: Setting) -> Array:
            if setting.mask is None:
                return scores
            return change(scores, setting.mask)

        return hide

    def hiding(change: Callable[[Array, Array], Array]) -> tuple[Attention, ...]:
        return guarded(replace(reference, hide=with_mask(change)))

    def visible_mix(weights: Array, value: Array, setting: Setting) -> Array:
        return mix_values(weights if setting.mask is None else weights * setting.mask, value, setting)

    return {
        "mask-polarity-inverted": hiding(lambda scores, mask: np.where(mask, -np.inf, scores)),
        "mask-ignored": guarded(replace(reference, hide=unchanged)),
        "mask-after-softmax": (replace(reference, hide=unchanged, mix=visible_mix),),
        "mask-multiply-scores": hiding(lambda scores, mask: scores * mask),
        "mask-fill-tiny": (
            *hiding(lambda scores, mask: np.where(mask, scores, 1e-9)),
            *hiding(lambda scores, mask: np.where(mask, scores, -1e-9)),
        ),
        "mask-add-zero-one": hiding(lambda scores, mask: scores + mask),
        "mask-plus-inf": (
            replace(reference, hide=with_mask(lambda scores, mask: np.where(mask, scores, np.inf)), settle=unchanged),
            *hiding(lambda scores, mask: np.where(mask, scores, np.inf)),
        ),
    }


def hidden_row_misconceptions(reference: Attention) -> Variants:
    """What becomes of a query that sees no key, in programs that are right otherwise."""

    def large_and_added(scores: Array, setting: Setting) -> Array:
        if setting.mask is None:
            return scores
        penalty = np.where(setting.mask, 0.0, -1e9).astype(scores.dtype)
        return scores + penalty

    mean = replace(reference, hide=large_and_finite)
    # Adding rounds the scores to what the dtype can hold beside 10⁹: either the case's own, or float64, to which NumPy
    # widens whatever is divided by np.sqrt(d_k).
    added = replace(reference, hide=large_and_added)
    added_in_case_dtype = replace(added, uses_case_dtype=True)
    return {
        "all-masked-row-nan": (replace(reference, settle=unchanged),),
        "all-masked-row-mean": (mean, added_in_case_dtype, added),
    }
