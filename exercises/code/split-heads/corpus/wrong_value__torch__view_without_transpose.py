import torch


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    d_k = d_model // num_heads
    return x.view(batch, num_heads, seq_len, d_k)
