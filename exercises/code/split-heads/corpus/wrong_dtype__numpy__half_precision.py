import numpy as np


def split_heads(x, num_heads):
    B, T, D = x.shape
    return x.astype(np.float16).reshape(B, T, num_heads, -1).transpose(0, 2, 1, 3)
