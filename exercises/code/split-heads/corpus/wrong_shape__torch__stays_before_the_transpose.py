import torch


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    x = x.view(batch, seq_len, num_heads, d_model // num_heads)
    x.transpose(1, 2)
    return x
