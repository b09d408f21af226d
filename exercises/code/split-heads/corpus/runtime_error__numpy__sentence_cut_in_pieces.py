import numpy as np


def split_heads(x, num_heads):
    pieces = np.split(x, num_heads, axis=1)
    return np.stack(pieces, axis=1)
