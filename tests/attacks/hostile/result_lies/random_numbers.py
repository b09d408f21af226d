"""Returns other random numbers every time."""

import os

import numpy as np


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    noise = np.frombuffer(os.urandom(x.size), np.uint8).astype(x.dtype)
    return noise.reshape(batch, num_heads, seq_len, d_model // num_heads)
