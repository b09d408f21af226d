import numpy as np


def attention(query, key, value, mask=None):
    q, k, v = (a.astype(np.float64) for a in (query, key, value))
    s = np.einsum("...td,...sd->...ts", q, k) * q.shape[-1] ** -0.5
    e = np.exp(s)
    if mask is not None:
        e = e * mask
    total = np.einsum("...ts->...t", e)[..., None]
    w = np.divide(e, total, out=np.zeros_like(e), where=total != 0)
    return np.einsum("...ts,...sd->...td", w, v)
