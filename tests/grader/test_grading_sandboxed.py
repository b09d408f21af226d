"""Whole gradings on the real parts: the exercises, the real sandbox, programs that no mutant was made from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from textwrap import dedent

import pytest

from exercises import registry
from grader.errors import SandboxUnavailable
from grader.grading import grade
from grader.model import GradeReport
from grader.report import render, to_json
from grader.sandbox import WarmSandbox, open_sandbox
from grader.verdicts import Verdict
from tests import servers


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmSandbox]:
    try:
        opened = open_sandbox()
    except SandboxUnavailable as reason:
        servers.untested(f"this machine cannot contain learner code: {reason}")
    with opened as warm:
        yield warm


def graded(sandbox: WarmSandbox, slug: str, source: str, **more: object) -> GradeReport:
    report = grade(registry.get(slug), dedent(source), sandbox=sandbox, seed=20, device="cpu", **more)  # type: ignore[arg-type]
    stored = to_json(report)
    json.dumps(stored, allow_nan=False)
    for locale in ("en", "ja"):
        assert render(stored, registry.get(slug), locale)["headline"]
    return report


ACCEPTED = {
    "softmax, torch's own": (
        "softmax",
        """
        import torch
        def softmax(x, axis=-1):
            return torch.softmax(x, dim=axis)
        """,
    ),
    "softmax, through logarithms": (
        "softmax",
        """
        import numpy as np
        def softmax(x, axis=-1):
            shifted = x - np.max(x, axis=axis, keepdims=True)
            return np.exp(shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True)))
        """,
    ),
    "attention, torch's own": (
        "scaled-dot-product-attention",
        """
        import torch.nn.functional as F
        def attention(query, key, value, mask=None):
            return F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        """,
    ),
    "attention, masked after softmax and normalised again": (
        "scaled-dot-product-attention",
        """
        import numpy as np
        def attention(query, key, value, mask=None):
            d_k = query.shape[-1]
            scores = np.einsum('...td,...sd->...ts', query / d_k ** 0.25, key / d_k ** 0.25)
            weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
            if mask is not None:
                weights = weights * mask
            total = weights.sum(axis=-1, keepdims=True)
            return (weights @ value) / np.where(total == 0, 1, total)
        """,
    ),
    "heads, by stacking slices": (
        "split-heads",
        """
        import numpy as np
        def split_heads(x, num_heads):
            return np.stack(np.split(x, num_heads, axis=-1), axis=1)
        """,
    ),
    "layer, summed over heads in loops": (
        "multi-head-attention",
        """
        import numpy as np
        def multi_head_attention(query, key, value, params, num_heads, mask=None):
            batch, tgt_len, d_model = query.shape
            src_len, d_k = key.shape[1], d_model // num_heads
            full = np.ones((batch, num_heads, tgt_len, src_len), dtype=bool)
            if mask is not None:
                full = full & mask
            out = np.zeros_like(query) + params['b_o']
            for b in range(batch):
                for h in range(num_heads):
                    rows = slice(h * d_k, (h + 1) * d_k)
                    q = query[b] @ params['w_q'][rows].T + params['b_q'][rows]
                    k = key[b] @ params['w_k'][rows].T + params['b_k'][rows]
                    v = value[b] @ params['w_v'][rows].T + params['b_v'][rows]
                    s = np.where(full[b, h], q @ k.T / d_k ** 0.5, -1e9)
                    e = np.exp(s - s.max(-1, keepdims=True)) * full[b, h]
                    total = e.sum(-1, keepdims=True)
                    out[b] += (e / np.where(total == 0, 1, total)) @ v @ params['w_o'][:, rows].T
            return out
        """,
    ),
}  # fmt: skip


@pytest.mark.parametrize("label", ACCEPTED)
def test_right_programs_are_accepted_however_they_are_written(label: str, sandbox: WarmSandbox) -> None:
    slug, source = ACCEPTED[label]
    report = graded(sandbox, slug, source)
    assert report.verdict is Verdict.ACCEPTED, to_json(report)
    assert report.points == report.max_points
    assert report.diagnoses == ()


NAMED = {
    "view without transpose, numpy": (
        "split-heads",
        "split-view-no-transpose",
        """
        def split_heads(inputs, n):
            size = inputs.shape
            return inputs.reshape((size[0], n, size[1], -1))
        """,
    ),
    "view without transpose, torch": (
        "split-heads",
        "split-view-no-transpose",
        """
        import torch
        def split_heads(x, num_heads):
            B, T, D = x.size()
            return x.contiguous().view(B * num_heads, T, D // num_heads).view(B, num_heads, T, D // num_heads)
        """,
    ),
    "root of the number of tokens, by loops": (
        "scaled-dot-product-attention",
        "scale-sqrt-ntokens",
        """
        import numpy as np
        def attention(query, key, value, mask=None):
            tokens = len(key[..., 0].reshape(-1, key.shape[-2])[0])
            scores = np.einsum('...ij,...kj->...ik', query, key) * tokens ** -0.5
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            top = np.max(scores, axis=-1, keepdims=True)
            e = np.exp(scores - np.where(np.isinf(top), 0, top))
            total = e.sum(-1, keepdims=True)
            return e @ value / np.where(total == 0, 1, total)
        """,
    ),
    "root of the number of queries, torch": (
        "scaled-dot-product-attention",
        "scale-sqrt-ntokens",
        """
        import torch, torch.nn.functional as F
        def attention(q, k, v, mask=None):
            return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=q.size(-2) ** -0.5)
        """,
    ),
    "no scale, torch": (
        "scaled-dot-product-attention",
        "scale-missing",
        """
        import torch, torch.nn.functional as F
        def attention(q, k, v, mask=None):
            return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)
        """,
    ),
}


@pytest.mark.parametrize("label", NAMED)
def test_a_known_mistake_is_named_in_programs_written_in_another_way(label: str, sandbox: WarmSandbox) -> None:
    slug, misconception, source = NAMED[label]
    report = graded(sandbox, slug, source)
    assert report.verdict in (Verdict.WRONG_VALUE, Verdict.NON_FINITE)
    assert misconception in report.diagnoses[0].misconceptions, to_json(report)
    assert report.points < report.max_points


SPLIT = "def split_heads(x, num_heads):\n    b, t, d = x.shape\n    "
BAD = {
    "a syntax error": ("def split_heads(x, num_heads)\n    return x\n", Verdict.REJECTED, "rejected.syntax"),
    "no entry point": ("def split(x, num_heads):\n    return x\n", Verdict.REJECTED, "rejected.no_entry_point"),
    "too few parameters": ("def split_heads(x):\n    return x\n", Verdict.REJECTED, "rejected.parameters"),
    "a megabyte": ("#" * 2**20, Verdict.REJECTED, "rejected.too_large"),
    "a list": (SPLIT + "return x.tolist()\n", Verdict.WRONG_TYPE, "type.list"),
    "nothing": (SPLIT + "x.reshape(b, t, num_heads, -1)\n", Verdict.WRONG_TYPE, "type.none"),
    "an object array": (
        "import numpy as np\n" + SPLIT + "return x.astype(object)\n",
        Verdict.WRONG_TYPE,
        "type.elements",
    ),
    "a subclass": (
        "import torch\nclass Mine(torch.Tensor): pass\n" + SPLIT + "return x.as_subclass(Mine)\n",
        Verdict.WRONG_TYPE,
        "type.own_class",
    ),
    "NaN": (
        SPLIT + "return x.reshape(b, t, num_heads, -1).swapaxes(1, 2) * float('nan')\n",
        Verdict.NON_FINITE,
        "values.non_finite",
    ),
    "float16": (
        SPLIT + "return x.reshape(b, t, num_heads, -1).swapaxes(1, 2).astype('float16')\n",
        Verdict.WRONG_DTYPE,
        "dtype.too_narrow",
    ),
    "a changed input": (
        SPLIT + "x *= 1.5\n    return x.reshape(b, t, num_heads, -1).swapaxes(1, 2) / 1.5\n",
        Verdict.MUTATED_INPUT,
        "",
    ),
    "no swap": (SPLIT + "return x.reshape(b, t, num_heads, -1)\n", Verdict.WRONG_SHAPE, "shape.axes_swapped"),
    "an error": ("import numpy\n" + SPLIT + "return x.transpose(-2, -1)\n", Verdict.RUNTIME_ERROR, ""),
    "a thousand million elements": (
        "import numpy as np\n" + SPLIT + "return np.broadcast_to(x[0, 0, 0], (10**9,))\n",
        Verdict.OUTPUT_LIMIT,
        "end.output_limit",
    ),
    "dropout": (
        "import torch\n" + SPLIT
        + "return torch.nn.functional.dropout(x, 0.5).view(b, t, num_heads, -1).transpose(1, 2)\n",
        Verdict.NONDETERMINISTIC,
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("label", BAD)
def test_bad_input_has_its_verdict_and_its_sentence(label: str, sandbox: WarmSandbox) -> None:
    source, verdict, finding = BAD[label]
    report = graded(sandbox, "split-heads", source)
    assert report.verdict is verdict, to_json(report)
    shown = [one.id for one in report.findings]
    for case in report.cases:
        if case.visible and case.comparison is not None:
            shown += [one.id for one in case.comparison.findings]
    assert not finding or finding in shown


def test_source_that_is_not_utf8_is_rejected(sandbox: WarmSandbox) -> None:
    report = grade(registry.get("split-heads"), b"# caf\xe9\n", sandbox=sandbox, seed=1)
    assert [one.id for one in report.findings] == ["rejected.not_utf8"]


def test_printing_much_never_changes_the_verdict(sandbox: WarmSandbox) -> None:
    source = "print('x' * 200_000)\n" + SPLIT + "return x.reshape(b, t, num_heads, -1).swapaxes(1, 2)\n"
    report = graded(sandbox, "split-heads", source)
    assert report.verdict is Verdict.ACCEPTED
    assert report.is_stdout_truncated


def test_float16_arithmetic_in_a_float32_case_is_a_wrong_value(sandbox: WarmSandbox) -> None:
    source = """
    import torch, torch.nn.functional as F
    def attention(query, key, value, mask=None):
        if mask is None:
            return F.scaled_dot_product_attention(query.half(), key.half(), value.half()).to(query.dtype)
        return F.scaled_dot_product_attention(query.half(), key.half(), value.half(), attn_mask=mask).to(query.dtype)
    """
    report = graded(sandbox, "scaled-dot-product-attention", source)
    assert report.verdict is Verdict.WRONG_VALUE
    first = next(case.comparison for case in report.cases if case.visible and case.comparison)
    assert [one.id for one in first.findings if one.id == "values.lower_precision"]


def test_an_endless_loop_is_ended_and_says_after_how_long(sandbox: WarmSandbox) -> None:
    report = graded(sandbox, "split-heads", "def split_heads(x, num_heads):\n    while True: pass\n")
    assert report.verdict is Verdict.TIME_LIMIT
    assert report.findings[0].parameters["wall_seconds"] > 0
