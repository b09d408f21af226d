import numpy as np


def concat_heads(x):
    B, H, T, d = x.shape
    out = np.zeros((B, T, H * d), dtype=x.dtype)
    for h in range(H):
        out[:, :, h::H] = x[:, h]
    return out
