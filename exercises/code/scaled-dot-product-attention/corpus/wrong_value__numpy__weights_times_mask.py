import numpy as np


def attention(query, key, value, mask=None):
    s = query @ np.swapaxes(key, -1, -2) / np.sqrt(key.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    if mask is not None:
        w = w * mask
    return w @ value
