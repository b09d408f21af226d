import torch


def concat_heads(x, num_heads):
    return x.transpose(1, 2).flatten(2)
