import torch


def concat_heads(x):
    h, b, t, d = x.shape
    return x.permute(1, 2, 0, 3).reshape(b, t, h * d)
