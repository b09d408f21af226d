import math

import torch
import torch.nn.functional as F


def multi_head_attention(query, key, value, params, num_heads, mask=None):
    B, T, D = query.shape
    S = key.shape[1]
    d_k = D // num_heads

    q = F.linear(query, params["w_q"], params["b_q"]).view(B, T, num_heads, d_k).transpose(1, 2)
    k = F.linear(key, params["w_k"], params["b_k"]).view(B, S, num_heads, d_k).transpose(1, 2)
    v = F.linear(value, params["w_v"], params["b_v"]).view(B, S, num_heads, d_k).transpose(1, 2)

    scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1))

    out = (weights @ v).mean(dim=1)
    return out
