import numpy as np


def attention(query, key, value, mask=None):
    s = np.einsum("...qd,...kd->...qk", query, key) / np.sqrt(key.shape[-1])
    if mask is not None:
        s = s + mask
    e = np.exp(s)
    return e / e.sum(-1, keepdims=True) @ value
