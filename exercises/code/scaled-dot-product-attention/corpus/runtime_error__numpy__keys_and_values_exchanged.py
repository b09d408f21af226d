import numpy as np


def attention(query, value, key, mask=None):
    s = query @ np.swapaxes(key, -1, -2) / np.sqrt(key.shape[-1])
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    e = np.exp(s)
    t = e.sum(-1, keepdims=True)
    return e / np.where(t == 0, 1, t) @ value
