import numpy as np


def softmax(x):
    with np.errstate(invalid="ignore"):
        e = np.exp(x - np.max(x, axis=0))
        return e / e.sum(axis=0)


def attention(query, key, value, mask=None):
    s = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    return np.nan_to_num(softmax(s)) @ value
