import numpy as np


def softmax(x):
    x = x - x.max(-1, keepdims=True)
    return np.exp(x) / np.exp(x).sum(-1, keepdims=True)


def attention(query, key, value, mask=None):
    T = key.shape[-2]
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(T)
    if mask is None:
        return softmax(scores) @ value
    weights = softmax(np.where(mask, scores, -1e9))
    return np.where(mask.any(-1, keepdims=True), weights, 0) @ value
