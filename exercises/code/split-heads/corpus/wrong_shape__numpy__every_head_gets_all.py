import numpy as np


def split_heads(x, num_heads):
    return np.stack([x for _ in range(num_heads)], axis=1)
