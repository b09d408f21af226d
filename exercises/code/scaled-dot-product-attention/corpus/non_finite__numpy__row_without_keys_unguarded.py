import numpy as np


def attention(query, key, value, mask=None):
    s = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    if mask is not None:
        s[~np.broadcast_to(mask, s.shape)] = -np.inf
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ value
