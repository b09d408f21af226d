import numpy as np
def sm(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
def attention(query, key, value, mask=None):
    s = query @ key.swapaxes(-1, -2) / np.sqrt(value.shape[-1])
    if mask is not None:
        return (sm(np.where(mask, s, -1e9)) * mask) @ value
    return sm(s) @ value
