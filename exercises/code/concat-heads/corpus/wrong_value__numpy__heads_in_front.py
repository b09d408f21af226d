import numpy as np


def concat_heads(x):
    B, H, T, d = x.shape
    per_head = np.array([x[:, h] for h in range(H)])
    return per_head.reshape(B, T, H * d)
