import torch


def concat_heads(x):
    batch, heads, length, width = x.size()
    return x.reshape(batch, length, heads * width)
