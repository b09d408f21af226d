"""Asks NumPy for a hundred gigabytes of ones."""

import numpy as np


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return np.ones(100 << 30, np.uint8)
