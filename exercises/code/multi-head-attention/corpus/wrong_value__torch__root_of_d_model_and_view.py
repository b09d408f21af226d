import math
import torch

def multi_head_attention(query, key, value, params, num_heads, mask=None):
    B, Tq, D = query.shape
    Tk = key.shape[1]
    d = D // num_heads
    Q = query @ params["w_q"].T + params["b_q"]
    K = key @ params["w_k"].T + params["b_k"]
    V = value @ params["w_v"].T + params["b_v"]
    Q = Q.view(B, num_heads, Tq, d)
    K = K.view(B, num_heads, Tk, d)
    V = V.view(B, num_heads, Tk, d)
    S = Q @ K.transpose(-1, -2) / math.sqrt(D)
    if mask is not None:
        S = S.masked_fill(~mask, -1e9)
    A = torch.softmax(S, dim=-1)
    if mask is not None:
        A = A * mask
    O = A @ V
    O = O.transpose(1, 2).contiguous().view(B, Tq, D)
    return O @ params["w_o"].T + params["b_o"]
