import torch


def split_heads(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b * num_heads, -1, d // num_heads)
