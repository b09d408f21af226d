import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def linear(x, w, b):
    return x @ w.T + b


def split(x, num_heads):
    batch, length, d_model = x.shape
    return x.reshape(batch, length, num_heads, d_model // num_heads).transpose(0, 2, 1, 3)


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    q = split(linear(query, params["w_q"], params["b_q"]), num_heads)
    k = split(linear(key, params["w_k"], params["b_k"]), num_heads)
    v = split(linear(value, params["w_v"], params["b_v"]), num_heads)
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    weights = softmax(scores)
    if mask is not None:
        weights = np.where(mask.any(axis=-1, keepdims=True), weights, 0)
    heads = weights @ v
    batch, _, length, _ = heads.shape
    merged = heads.transpose(0, 2, 1, 3).reshape(batch, length, -1)
    return merged
