import numpy as np


def attention(query, key, value, mask=None):
    weights = query @ np.swapaxes(key, -1, -2) / np.sqrt(key.shape[-1])
    if mask is not None:
        weights = weights * mask
    return weights @ value
