import torch
def split_heads(x, num_heads):
    k = x.shape[-1] // num_heads
    return x.unfold(2, k, k).transpose(1, 2)
