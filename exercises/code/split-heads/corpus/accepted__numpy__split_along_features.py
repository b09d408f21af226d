import numpy as np


def split_heads(x, num_heads):
    return np.array(np.split(x, num_heads, axis=-1)).swapaxes(0, 1)
