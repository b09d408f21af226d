import torch


def split_heads(x, num_heads):
    B, T, D = x.shape
    y = x.transpose(1, 2).view(B, num_heads, D // num_heads, T)
    return y.view(B, num_heads, T, D // num_heads)
