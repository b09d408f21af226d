import numpy as np


# Concat(head) W_O is the same as the sum over heads of head_h times its rows of W_O
def multi_head_attention(query, key, value, params, num_heads, mask=None):
    d = query.shape[-1] // num_heads
    w = {n: params["w_" + n].reshape(num_heads, d, -1) for n in "qkv"}
    b = {n: params["b_" + n].reshape(num_heads, 1, d) for n in "qkv"}
    q = np.einsum("btm,hdm->bhtd", query, w["q"]) + b["q"]
    k = np.einsum("bsm,hdm->bhsd", key, w["k"]) + b["k"]
    v = np.einsum("bsm,hdm->bhsd", value, w["v"]) + b["v"]
    s = np.einsum("bhtd,bhsd->bhts", q / np.sqrt(d), k)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    top = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(top), top, 0))
    t = e.sum(-1, keepdims=True)
    w_o = params["w_o"].T.reshape(num_heads, d, -1)
    return np.einsum("bhts,bhsd,hdm->btm", e / np.where(t > 0, t, 1), v, w_o) + params["b_o"]
