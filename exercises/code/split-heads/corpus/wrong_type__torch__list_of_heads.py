import torch


def split_heads(x, num_heads):
    return list(x.chunk(num_heads, dim=-1))
