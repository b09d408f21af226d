import numpy as np
def attention(query, key, value, mask=None):
    s = query @ key.swapaxes(-1, -2) / np.sqrt(key.shape[-1])
    if mask is not None:
        s += np.where(mask, 0, -1e9)
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ value
