import torch


def concat_heads(x):
    return x.transpose(1, 2).flatten(2).half()
