import numpy as np


def attention(query, key, value, mask=None):
    s = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    e = np.exp(s)
    if mask is not None:
        e = e * mask
    return e / np.sum(e) @ value
