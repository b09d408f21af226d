"""The mistakes of many heads: a wrong width in the scale, splits, merges, projections, masks on the wrong axis.

Together with `exercises.wrong_stages` they are what can go wrong in multi-head attention. Ids are the catalogue's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from exercises.stages import Array, MultiHeadAttention, Setting, Triple, guarded, project_each, project_out
from exercises.wrong_stages import divide_by, keys_for_values
from grader import attention as right
from grader.diagnose import PredictsNothing

__all__ = ["multi_head_misconceptions"]

Params = Mapping[str, Array]


def multi_head_misconceptions(reference: MultiHeadAttention) -> dict[str, Any]:
    """Every mistake around the heads, built on `reference`; several entries under one id are ways to make it."""
    return {
        **_scale_misconceptions(reference),
        **_split_misconceptions(reference),
        **_merge_misconceptions(reference),
        **_projection_misconceptions(reference),
        **_role_misconceptions(reference),
    }


def _heads_as_runs_of_tokens(x: Array, num_heads: int) -> Array:
    batch, length, d_model = x.shape
    return x.reshape(batch, num_heads, length, d_model // num_heads)


def _heads_as_runs_of_positions(x: Array, num_heads: int) -> Array:
    batch, length, d_model = x.shape
    return x.swapaxes(1, 2).reshape(batch, num_heads, length, d_model // num_heads)


def _every_nth_feature(x: Array, num_heads: int) -> Array:
    batch, length, d_model = x.shape
    return x.reshape(batch, length, d_model // num_heads, num_heads).transpose(0, 3, 1, 2)


def _head_major(x: Array, num_heads: int) -> Array:
    batch, length, d_model = x.shape
    return right.split_heads(x, num_heads).swapaxes(0, 1).reshape(batch, num_heads, length, d_model // num_heads)


def _tokens_before_heads(x: Array, num_heads: int) -> Array:
    batch, length, d_model = x.shape
    return x.reshape(batch, length, num_heads, d_model // num_heads)


def _merged_without_transpose(heads: Array, setting: Setting) -> Array:
    return heads.reshape(len(heads), setting.tgt_len, setting.d_model)


def _merged_head_major(heads: Array, setting: Setting) -> Array:
    return heads.swapaxes(0, 1).reshape(len(heads), setting.tgt_len, setting.d_model)


def _merged_batch_for_head(heads: Array, setting: Setting) -> Array:
    return heads.transpose(1, 2, 0, 3).reshape(len(heads), setting.tgt_len, setting.d_model)


def _merged_like_cards(heads: Array, setting: Setting) -> Array:
    return heads.transpose(0, 2, 3, 1).reshape(len(heads), setting.tgt_len, setting.d_model)


def _averaged(heads: Array, _setting: Setting) -> Array:
    return heads.mean(axis=1)  # (batch, tgt_len, d_k)


def _mixed_by_average_weights(weights: Array, value: Array, _setting: Setting) -> Array:
    return weights.mean(axis=1, keepdims=True) @ value  # (batch, num_heads, tgt_len, d_k)


def _heads_alone(heads: Array, _params: Params, _query: Array) -> Array:
    return heads


def _with_residual(heads: Array, params: Params, query: Array) -> Array:
    return query + project_out(heads, params, query)


def _turned(*names: str) -> Callable[[Params], Params]:
    """These weights the other way round."""
    return lambda params: {name: entry.T if name in names else entry for name, entry in params.items()}


def _left_out(*names: str) -> Callable[[Params], Params]:
    """These biases are not added."""
    return lambda params: {name: np.zeros_like(entry) if name in names else entry for name, entry in params.items()}


def _taken_from(**sources: str) -> Callable[[Params], Params]:
    """Each entry named is read from another one: `w_v="w_k"` projects values with the key's weight."""
    return lambda params: {**params, **{name: params[source] for name, source in sources.items()}}


def _values_for_keys_after_projection(query: Array, key: Array, value: Array, params: Params) -> Triple:
    q, k, v = project_each(query, key, value, params)
    return q, v, k


def _not_projected(query: Array, key: Array, value: Array, _params: Params) -> Triple:
    return query, key, value


def _hide_with(change: Callable[[Array, Setting], Array]) -> Any:
    def hide(scores: Array, setting: Setting) -> Array:
        if setting.mask is None:
            return scores
        return np.where(change(setting.mask, setting), scores, -np.inf)

    return hide


def _head_axis_dropped(mask: Array, _setting: Setting) -> Array:
    if mask.ndim != 4:
        return mask
    if mask.shape[1] != 1:
        raise PredictsNothing  # with a mask for each head there is no axis to drop
    return mask[:, 0]  # (batch, tgt_len or 1, src_len), which broadcasting lines up with the heads


def _repeated_in_the_other_order(mask: Array, setting: Setting) -> Array:
    if mask.ndim != 4:
        return mask
    batch, num_heads, src_len = len(mask), setting.num_heads, mask.shape[-1]
    whole = np.broadcast_to(mask, (batch, num_heads, mask.shape[2], src_len))
    return whole.swapaxes(0, 1).reshape(batch, num_heads, mask.shape[2], src_len)


def _scale_misconceptions(reference: MultiHeadAttention) -> dict[str, Any]:
    def scaled(divisor: Callable[[Setting], float]) -> MultiHeadAttention:
        return replace(reference, scale=divide_by(divisor))

    return {
        "scale-sqrt-dmodel": scaled(lambda setting: math.sqrt(setting.d_model)),
        "scale-sqrt-nheads": scaled(lambda setting: math.sqrt(setting.num_heads)),
        "scale-twice": scaled(lambda setting: setting.d_k),
    }


def _split_misconceptions(reference: MultiHeadAttention) -> dict[str, Any]:
    def split_by(split: Any, merge: Any) -> tuple[MultiHeadAttention, ...]:
        """The split alone, and with the merge that undoes it."""
        wrong = replace(reference, split=split)
        return wrong, replace(wrong, merge=merge)

    def undo_runs_of_positions(heads: Array, setting: Setting) -> Array:
        return heads.reshape(len(heads), setting.d_model, setting.tgt_len).swapaxes(1, 2)

    def undo_tokens_before_heads(heads: Array, setting: Setting) -> Array:
        return heads.reshape(len(heads), setting.tgt_len, setting.d_model)

    return {
        "split-view-no-transpose": split_by(_heads_as_runs_of_tokens, _merged_without_transpose),
        "split-transpose-then-reshape": split_by(_heads_as_runs_of_positions, undo_runs_of_positions),
        "split-feature-interleaved": split_by(_every_nth_feature, _merged_like_cards),
        "split-headmajor-as-batchmajor": replace(reference, split=_head_major),
        "attend-across-heads": replace(reference, split=_tokens_before_heads, merge=undo_tokens_before_heads),
    }


def _merge_misconceptions(reference: MultiHeadAttention) -> dict[str, Any]:
    return {
        "merge-no-transpose": replace(reference, merge=_merged_without_transpose),
        "merge-headmajor-view": replace(reference, merge=_merged_head_major),
        "merge-batch-head-swapped": replace(reference, merge=_merged_batch_for_head),
        "merge-feature-interleaved": replace(reference, merge=_merged_like_cards),
        # With the output projection behind it the shapes no longer fit, and an exception alone is no evidence.
        "merge-mean-heads": replace(reference, merge=_averaged, finish=_heads_alone),
        "merge-missing-wo": (
            replace(reference, finish=_heads_alone),
            replace(reference, finish=lambda heads, params, _query: heads + params["b_o"]),
        ),
        "avg-weights-times-v": replace(reference, mix=_mixed_by_average_weights),
        "residual-included": replace(reference, finish=_with_residual),
    }


def _projection_misconceptions(reference: MultiHeadAttention) -> dict[str, Any]:
    weights_in, biases_in = ("w_q", "w_k", "w_v"), ("b_q", "b_k", "b_v")
    return {
        "proj-transposed-weight": (
            replace(reference, weights=_turned(*weights_in, "w_o")),
            replace(reference, weights=_turned(*weights_in)),
            replace(reference, weights=_turned("w_o")),
        ),
        "proj-missing-bias": (
            replace(reference, biases=_left_out(*biases_in, "b_o")),
            replace(reference, biases=_left_out(*biases_in)),
            replace(reference, biases=_left_out("b_o")),
        ),
        "proj-missing": replace(reference, project=_not_projected),
        "value-uses-key-weight": (
            replace(reference, weights=_taken_from(w_v="w_k", b_v="b_k")),
            replace(reference, weights=_taken_from(w_v="w_k")),
        ),
        "shared-layer-twice": (
            replace(reference, weights=_taken_from(w_k="w_q", b_k="b_q")),
            replace(reference, weights=_taken_from(w_k="w_q")),
        ),
    }


def _role_misconceptions(reference: MultiHeadAttention) -> dict[str, Any]:
    return {
        "kv-swapped": (
            replace(reference, take=keys_for_values),
            replace(reference, project=_values_for_keys_after_projection),
            replace(reference, weights=_taken_from(w_k="w_v", b_k="b_v", w_v="w_k", b_v="b_k")),
        ),
        "mask-batch-as-head": replace(reference, hide=_hide_with(_head_axis_dropped)),
        "mask-head-batch-order": guarded(replace(reference, hide=_hide_with(_repeated_in_the_other_order))),
    }
