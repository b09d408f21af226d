import torch


def concat_heads(x):
    B, H, T, d = x.shape
    return x.permute(2, 0, 1, 3).contiguous().view(T * B, H * d)
