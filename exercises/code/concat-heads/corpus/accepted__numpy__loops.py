import numpy as np


def concat_heads(x):
    B, H, T, d = x.shape
    out = np.empty((B, T, H * d), x.dtype)
    for b in range(B):
        for t in range(T):
            out[b, t] = np.hstack([x[b, h, t] for h in range(H)])
    return out
