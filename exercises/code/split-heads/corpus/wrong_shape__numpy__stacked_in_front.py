import numpy as np


def split_heads(x, num_heads):
    return np.stack(np.split(x, num_heads, axis=-1))
