import torch
from einops import rearrange


def split_heads(x, num_heads):
    return rearrange(x, "b t (h d) -> b h t d", h=num_heads)
