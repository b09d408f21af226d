import numpy as np


def split_heads(x, num_heads):
    B, T, D = x.shape
    d = D // num_heads
    out = np.zeros((B, num_heads, T, d), dtype=x.dtype)
    for b in range(B):
        for h in range(num_heads):
            for t in range(T):
                for c in range(d):
                    out[b, h, t, c] = x[b, t, h * d + c]
    return out
