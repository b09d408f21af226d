"""What an honest learner submits to `split-heads`, for either framework."""

from __future__ import annotations

__all__ = ["SPLIT_HEADS"]

_NUMPY = """
import numpy as np


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    by_head = np.reshape(x, (batch, seq_len, num_heads, d_model // num_heads))
    return np.swapaxes(by_head, 1, 2)
"""

_TORCH = """
import torch


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    by_head = torch.reshape(x, (batch, seq_len, num_heads, d_model // num_heads))
    return torch.transpose(by_head, 1, 2)
"""

SPLIT_HEADS = {"numpy": _NUMPY, "torch": _TORCH}
