import torch


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, -1, num_heads).transpose(1, 2)
