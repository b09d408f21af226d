import numpy as np


def attention(query, key, value, mask=None):
    scale = 1 / np.sqrt(query.shape[-1])
    scores = query @ key.swapaxes(-2, -1) / scale
    scores = scores.astype(np.float64)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0))
    s = e.sum(-1, keepdims=True)
    return e / np.where(s == 0, 1, s) @ value
