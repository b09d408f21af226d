import numpy as np

def one(q, K, V, keep):
    if keep is not None:
        K, V = K[keep], V[keep]
    if len(K) == 0:
        return np.zeros(V.shape[1])
    s = [np.dot(q, k) / np.sqrt(len(k)) for k in K.astype(float)]
    w = [np.exp(t - max(s)) for t in s]
    return sum(a / sum(w) * v for a, v in zip(w, V))

def attention(query, key, value, mask=None):
    if query.ndim == 2:
        return np.stack([one(q, key, value, None if mask is None else mask[i if len(mask) > 1 else 0]) for i, q in enumerate(query)])
    out = []
    for b in range(len(query)):
        m = mask
        if mask is not None and mask.ndim == query.ndim:
            m = mask[b] if len(mask) > 1 else mask[0]
        out.append(attention(query[b], key[b], value[b], m))
    return np.stack(out)
