import numpy as np
def attention(query, key, value, mask=None):
    s = query @ key.swapaxes(-1, -2) * key.shape[-1] ** -0.5
    if mask is not None:
        m = np.asarray(mask, dtype=s.dtype)
        s = s * m - 10000 * (1 - m)
    p = np.exp(s - s.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    if mask is not None:
        p = np.where(mask.any(-1, keepdims=True), p, 0)
    return p @ value
