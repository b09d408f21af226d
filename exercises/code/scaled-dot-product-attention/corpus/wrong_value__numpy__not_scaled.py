import numpy as np


def attention(query, key, value, mask=None):
    scores = np.matmul(query, np.swapaxes(key, -2, -1))
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    with np.errstate(invalid="ignore"):
        e = np.exp(scores - scores.max(-1, keepdims=True))
        weights = e / e.sum(-1, keepdims=True)
    return np.nan_to_num(weights) @ value
