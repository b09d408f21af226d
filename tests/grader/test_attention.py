"""The reference against oracles that nobody here wrote: ONNX's node cases, torch's functions and module."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import onnx
import pytest
import torch
import torch.nn.functional as F

from grader import attention as reference
from grader.cases import draw, draw_key, draw_mask, draw_params, hide_row
from grader.tolerance import allowed_error

Array = np.ndarray

# The 93 Attention cases by what the reference has to do for them. What it has no parameter for is written out by the
# test, on the inputs or between two of its functions, never instead of them:
# - packed 3-D inputs go through `split_heads` and `concat_heads`;
# - fewer kv heads than query heads: each kv head is repeated for its group, which is what the operator defines;
# - `scale`: the query is multiplied by scale·√d_k, which `attention` divides away again;
# - causal, sliding windows, lengths of padded keys, masks shorter than src_len: all are boolean masks;
# - past keys and values: concatenated in front;
# - a float mask is added, or softcap applied, between `attention_scores` and `attention_weights`.
# Only Y is compared. The other outputs (present_key, present_value: the concatenated inputs; qk_matmul_output: an
# intermediate of the operator's own choosing) are not what the reference computes.
GROUPS = {"attention": 44, "attention_scores and attention_weights": 49}


class OnnxCase(NamedTuple):
    name: str
    attributes: dict[str, Any]
    inputs: dict[str, Array]
    output: Array


@pytest.fixture(scope="module")
def onnx_cases() -> list[OnnxCase]:
    """Every node case of ONNX's own test suite whose name begins with what this file needs; takes some seconds."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # other operators' cases divide by zero on purpose
        from onnx.backend.test.case.node import collect_testcases

        found = collect_testcases(None)
    cases = []
    for case in found:
        if case.name.startswith(("test_attention", "test_softmax")) and "expanded" not in case.name:
            node = case.model.graph.node[0]
            attributes = {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
            inputs, outputs = case.data_sets[0]
            named = dict(zip([name for name in node.input if name], map(np.asarray, inputs), strict=True))
            cases.append(OnnxCase(case.name, attributes, named, np.asarray(outputs[0])))
    return cases


def widened(array: Array) -> Array:
    return array if array.dtype.kind in "biu" else array.astype(np.float64)


def visible_keys(case: OnnxCase, batch: int, tgt_len: int, src_len: int, past_len: int) -> Array:
    """The boolean part of all masks of a case, (batch, 1, tgt_len, src_len)."""
    at = case.attributes
    queries, keys = np.arange(tgt_len)[:, None], np.arange(src_len)[None, :]
    keep = np.ones((batch, 1, tgt_len, src_len), dtype=bool)
    offset: Any = past_len
    if "nonpad_kv_seqlen" in case.inputs:
        lengths = case.inputs["nonpad_kv_seqlen"].reshape(batch, 1, 1, 1)
        keep, offset = keep & (keys < lengths), lengths - tgt_len
    position = queries + offset
    if at.get("is_causal"):
        keep = keep & (keys <= position)
    if at.get("left_window_size", -1) >= 0:
        keep = keep & (position - keys <= at["left_window_size"])
    if at.get("right_window_size", -1) >= 0:
        keep = keep & (keys - position <= at["right_window_size"])
    return keep


def given_mask(case: OnnxCase, src_len: int) -> Array | None:
    """The mask input, padded with hidden keys to src_len."""
    mask = case.inputs.get("attn_mask")
    if mask is None:
        return None
    mask = widened(mask)
    missing = [(0, 0)] * (mask.ndim - 1) + [(0, src_len - mask.shape[-1])]
    return np.pad(mask, missing, constant_values=False if mask.dtype == bool else -np.inf)


def replayed(case: OnnxCase) -> tuple[str, Array, int]:
    """(group, output of the reference, terms of its longest sums)."""
    at = case.attributes
    query, key, value = (widened(case.inputs[name]) for name in "QKV")
    is_packed = query.ndim == 3
    if is_packed:
        query = reference.split_heads(query, at["q_num_heads"])
        key, value = (reference.split_heads(x, at["kv_num_heads"]) for x in (key, value))
    past_len = 0
    if "past_key" in case.inputs:
        past_len = case.inputs["past_key"].shape[2]
        key = np.concatenate([widened(case.inputs["past_key"]), key], axis=2)
        value = np.concatenate([widened(case.inputs["past_value"]), value], axis=2)
    group_size = query.shape[1] // key.shape[1]
    key, value = np.repeat(key, group_size, axis=1), np.repeat(value, group_size, axis=1)
    batch, _, tgt_len, d_k = query.shape
    src_len = key.shape[2]
    query = query * (at.get("scale", 1 / math.sqrt(d_k)) * math.sqrt(d_k))
    keep, given, cap = (
        visible_keys(case, batch, tgt_len, src_len, past_len),
        given_mask(case, src_len),
        at.get("softcap"),
    )
    if given is not None and given.dtype == bool:
        keep, given = keep & given, None
    if given is None and not cap:
        group, heads = "attention", reference.attention(query, key, value, keep)
    else:
        group = "attention_scores and attention_weights"
        scores = reference.attention_scores(query, key)
        scores = cap * np.tanh(scores / cap) if cap else scores
        bias = np.zeros(1) if given is None else given
        is_hidden = np.isneginf(bias)
        heads = reference.attention_weights(scores + np.where(is_hidden, 0, bias), keep & ~is_hidden) @ value
    return group, reference.concat_heads(heads) if is_packed else heads, d_k + src_len


def dtype_name(array: Array) -> str:
    return "bfloat16" if array.dtype.name not in ("float16", "float32", "float64") else array.dtype.name


def test_all_93_attention_cases_of_onnx_agree(onnx_cases: list[OnnxCase]) -> None:
    groups: Counter[str] = Counter()
    disagreeing = {}
    for case in onnx_cases:
        if not case.name.startswith("test_attention"):
            continue
        group, expected, reduction = replayed(case)
        groups[group] += 1
        assert expected.shape == case.output.shape, case.name
        allowed = allowed_error(expected, dtype=dtype_name(case.output), reduction=reduction)
        share = float((np.abs(widened(case.output) - expected) / allowed).max())
        if not share <= 1:
            disagreeing[case.name] = share
    assert disagreeing == {}
    assert groups == GROUPS


def test_the_softmax_cases_of_onnx_agree(onnx_cases: list[OnnxCase]) -> None:
    cases = [case for case in onnx_cases if case.name.startswith("test_softmax") and "cross" not in case.name]
    assert len(cases) == 7
    for case in cases:
        expected = reference.softmax(widened(case.inputs["x"]), case.attributes.get("axis", -1))
        reduction = expected.shape[case.attributes.get("axis", -1)]
        allowed = allowed_error(expected, dtype="float32", reduction=reduction)
        assert (np.abs(case.output - expected) <= allowed).all(), case.name


MASKS = ["none", "every head", "every sentence", "one for all", "causal", "a row that sees nothing"]


def drawn_mask(kind: str, rng: np.random.Generator, sizes: tuple[int, int, int, int]) -> Array | None:
    batch, heads, tgt_len, src_len = sizes
    return {
        "none": lambda: None,
        "every head": lambda: draw_mask(rng, batch, heads, tgt_len, src_len),
        "every sentence": lambda: draw_mask(rng, batch, 1, tgt_len, src_len),
        "one for all": lambda: draw_mask(rng, tgt_len, src_len),
        "causal": lambda: np.tril(np.ones((tgt_len, src_len), dtype=bool), src_len - tgt_len),
        "a row that sees nothing": lambda: hide_row(draw_mask(rng, batch, heads, tgt_len, src_len), batch - 1, 0, 1),
    }[kind]()


@pytest.mark.parametrize("kind", MASKS)
@pytest.mark.parametrize("sizes", [(2, 3, 5, 7, 4, 6), (3, 3, 4, 6, 5, 2), (1, 1, 6, 6, 3, 3)])
def test_attention_is_torchs_scaled_dot_product_attention(kind: str, sizes: tuple[int, ...]) -> None:
    batch, heads, tgt_len, src_len, d_k, d_v = sizes
    for seed in range(5):
        rng = np.random.default_rng(seed)
        query, key = draw(rng, batch, heads, tgt_len, d_k), draw_key(rng, batch, heads, src_len, d_k)
        value = draw(rng, batch, heads, src_len, d_v)
        mask = drawn_mask(kind, rng, (batch, heads, tgt_len, src_len))
        tensors = [torch.from_numpy(x) for x in (query, key, value)]
        expected = F.scaled_dot_product_attention(
            *tensors, attn_mask=None if mask is None else torch.from_numpy(mask)
        ).numpy()
        np.testing.assert_allclose(reference.attention(query, key, value, mask), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kind", MASKS[:-1])
@pytest.mark.parametrize(
    ("batch", "heads", "tgt_len", "src_len", "d_k"), [(2, 3, 5, 7, 4), (3, 3, 4, 6, 2), (1, 1, 6, 6, 5)]
)
def test_the_layer_is_torchs_module(kind: str, batch: int, heads: int, tgt_len: int, src_len: int, d_k: int) -> None:
    d_model = heads * d_k
    for seed in range(3):
        rng = np.random.default_rng(seed)
        query, key, value = (draw(rng, batch, length, d_model) for length in (tgt_len, src_len, src_len))
        params = draw_params(rng, d_model)
        mask = drawn_mask(kind, rng, (batch, heads, tgt_len, src_len))
        actual = reference.multi_head_attention(query, key, value, params, heads, mask)
        expected = module_output(query, key, value, params, heads, mask)
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-12)


def module_output(
    query: Array, key: Array, value: Array, params: dict[str, Array], heads: int, mask: Array | None
) -> Array:
    """nn.MultiheadAttention with the same weights; its mask says True where attention is *not* allowed."""
    d_model = query.shape[-1]
    module = torch.nn.MultiheadAttention(d_model, heads, batch_first=True, dtype=torch.float64).eval()
    state = {
        "in_proj_weight": np.concatenate([params[name] for name in ("w_q", "w_k", "w_v")]),
        "in_proj_bias": np.concatenate([params[name] for name in ("b_q", "b_k", "b_v")]),
        "out_proj.weight": params["w_o"],
        "out_proj.bias": params["b_o"],
    }
    module.load_state_dict({name: torch.from_numpy(array) for name, array in state.items()})
    hidden = None
    if mask is not None:
        full = np.broadcast_to(~mask, (len(query), heads, query.shape[1], key.shape[1]))
        hidden = torch.from_numpy(full.reshape(-1, *full.shape[2:]).copy())
    with torch.no_grad():
        output, _ = module(*(torch.from_numpy(x) for x in (query, key, value)), attn_mask=hidden)
    return output.numpy()


def test_a_layer_whose_query_sees_nothing_gives_the_output_bias() -> None:
    rng = np.random.default_rng(2)
    x, params = draw(rng, 2, 5, 12), draw_params(rng, 12)
    mask = draw_mask(rng, 2, 3, 5, 5)
    mask[1, :, 2] = False
    output = reference.multi_head_attention(x, x, x, params, 3, mask)
    np.testing.assert_allclose(output[1, 2], params["b_o"], rtol=0, atol=0)


def test_softmax_survives_large_scores_and_any_axis() -> None:
    x = np.array([[1000.0, 1001.0], [-1000.0, 0.0]])
    for axis in (0, 1, -1):
        np.testing.assert_allclose(
            reference.softmax(x, axis), torch.softmax(torch.from_numpy(x), axis).numpy(), rtol=1e-14
        )


def test_concatenating_undoes_splitting() -> None:
    x = draw(np.random.default_rng(1), 2, 5, 12)
    heads = reference.split_heads(x, 3)
    np.testing.assert_array_equal(heads[1, 2, 4], x[1, 4, 8:12])
    np.testing.assert_array_equal(reference.concat_heads(heads), x)


def test_a_linear_layer_without_bias_is_the_product_alone() -> None:
    rng = np.random.default_rng(1)
    x, weight, bias = draw(rng, 2, 3), draw(rng, 4, 3), draw(rng, 4)
    tensors = [torch.from_numpy(array) for array in (x, weight, bias)]
    np.testing.assert_allclose(reference.linear(x, weight, bias), F.linear(*tensors).numpy(), rtol=1e-13)
    np.testing.assert_allclose(reference.linear(x, weight), F.linear(*tensors[:2]).numpy(), rtol=1e-13)
