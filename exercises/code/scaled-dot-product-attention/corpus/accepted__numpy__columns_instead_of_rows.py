import numpy as np


# everything transposed: one column for each query
def attention(query, key, value, mask=None):
    q, k, v = (np.swapaxes(a.astype(np.float64), -1, -2) for a in (query, key, value))
    s = np.swapaxes(k, -1, -2) @ q / np.sqrt(k.shape[-2])
    if mask is not None:
        s = np.where(np.swapaxes(mask, -1, -2), s, -1e9)
    e = np.exp(s - s.max(axis=-2, keepdims=True))
    w = e / e.sum(axis=-2, keepdims=True)
    if mask is not None:
        w = w * np.swapaxes(mask, -1, -2)
    return np.swapaxes(v @ w, -1, -2)
