import numpy as np


def one_query(q, keys, values, visible):
    out = np.zeros(values.shape[-1])
    scores = {j: float(np.dot(q, keys[j])) / np.sqrt(len(q)) for j in range(len(keys)) if visible[j]}
    total = sum(np.exp(s) for s in scores.values())
    for j, s in scores.items():
        out += np.exp(s) / total * values[j]
    return out


def attention(query, key, value, mask=None):
    lead, tgt_len, src_len = query.shape[:-2], query.shape[-2], key.shape[-2]
    if mask is None:
        mask = np.ones((tgt_len, src_len), dtype=bool)
    mask = np.broadcast_to(mask, lead + (tgt_len, src_len))
    out = np.zeros(lead + (tgt_len, value.shape[-1]))
    for index in np.ndindex(*lead):
        q, k, v = (a[index].astype(np.float64) for a in (query, key, value))
        for i in range(tgt_len):
            out[index + (i,)] = one_query(q[i], k, v, mask[index + (i,)])
    return out.astype(np.result_type(query, np.float32))
