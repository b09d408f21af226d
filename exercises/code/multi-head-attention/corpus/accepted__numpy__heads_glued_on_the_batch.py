import numpy as np


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    B, T, D = query.shape
    S = key.shape[1]

    def fold(x):
        return np.concatenate(np.split(x, num_heads, axis=-1), axis=0)  # (num_heads * batch, length, d_k)

    q = fold(query @ params["w_q"].T + params["b_q"])
    k = fold(key @ params["w_k"].T + params["b_k"])
    v = fold(value @ params["w_v"].T + params["b_v"])
    s = np.einsum("ntd,nsd->nts", q, k) / np.sqrt(D // num_heads)
    w = np.exp(s - s.max(-1, keepdims=True))
    if mask is not None:
        m = np.broadcast_to(mask, (B, num_heads, T, S)).swapaxes(0, 1).reshape(-1, T, S)
        w = w * m
    t = w.sum(-1, keepdims=True)
    out = w / np.where(t == 0, 1, t) @ v
    return np.concatenate(np.split(out, num_heads, axis=0), axis=-1) @ params["w_o"].T + params["b_o"]
