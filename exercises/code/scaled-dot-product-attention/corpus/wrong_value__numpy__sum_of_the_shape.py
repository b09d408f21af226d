import numpy as np


def attention(query, key, value, mask=None):
    scale = np.sqrt(sum(key.shape[-2:]))
    s = query @ np.swapaxes(key, -1, -2) / scale
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s)
    total = w.sum(-1, keepdims=True)
    w = np.divide(w, total, out=np.zeros_like(w), where=total > 0)
    return w @ value
