import numpy as np


def attention(query, key, value, mask=None):
    s = query @ key.transpose(-2, -1) / np.sqrt(key.shape[-1])
    e = np.exp(s) if mask is None else np.exp(s) * mask
    return e / e.sum(-1, keepdims=True) @ value
