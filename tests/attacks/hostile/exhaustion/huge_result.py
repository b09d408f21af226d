"""Returns more bytes than any right answer has."""

import numpy as np


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return np.zeros((96, 1 << 20), np.uint8)
