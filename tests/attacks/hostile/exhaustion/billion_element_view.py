"""Returns a view of 10**9 elements that takes eight bytes of memory."""

import numpy as np


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return np.broadcast_to(x[:1, :1, :1], (1000, 1000, 1000))
