import math
import torch

def multi_head_attention(query, key, value, params, num_heads, mask=None):
    B, Tq, D = query.shape
    Tk = key.shape[1]
    d = D // num_heads
    Q = query @ params["w_q"].T + params["b_q"]
    K = key @ params["w_k"].T + params["b_k"]
    V = value @ params["w_k"].T + params["b_v"]
    Q = Q.view(B, Tq, num_heads, d).transpose(1, 2)
    K = K.view(B, Tk, num_heads, d).transpose(1, 2)
    V = V.view(B, Tk, num_heads, d).transpose(1, 2)
    S = Q @ K.transpose(-1, -2) / math.sqrt(d)
    if mask is not None:
        S = S.masked_fill(~mask, -1e9)
    A = torch.softmax(S, dim=-1)
    if mask is not None:
        A = A * mask
    O = A @ V
    O = O.transpose(1, 2).contiguous().view(B, Tq, D)
    return O @ params["w_o"].T + params["b_o"]
