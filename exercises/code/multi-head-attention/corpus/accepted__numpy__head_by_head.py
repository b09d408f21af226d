import numpy as np


def head(q, k, v, visible):
    s = q @ k.T / np.sqrt(k.shape[1])
    e = np.exp(s - s.max()) * visible
    t = e.sum(1, keepdims=True)
    return e / np.where(t == 0, 1, t) @ v


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    B, T, D = query.shape
    S, d = key.shape[1], D // num_heads
    visible = np.ones((B, num_heads, T, S)) if mask is None else np.broadcast_to(mask, (B, num_heads, T, S))
    out = np.zeros((B, T, D))
    for b in range(B):
        heads = []
        for h in range(num_heads):
            rows = slice(h * d, (h + 1) * d)
            q = query[b] @ params["w_q"][rows].T + params["b_q"][rows]
            k = key[b] @ params["w_k"][rows].T + params["b_k"][rows]
            v = value[b] @ params["w_v"][rows].T + params["b_v"][rows]
            heads.append(head(q, k, v, visible[b, h]))
        out[b] = np.concatenate(heads, axis=1) @ params["w_o"].T + params["b_o"]
    return out
