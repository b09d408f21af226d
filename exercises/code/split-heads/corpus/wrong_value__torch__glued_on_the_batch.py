import torch


def split_heads(x, num_heads):
    B, T, D = x.shape
    parts = torch.split(x, D // num_heads, dim=2)
    return torch.cat(parts, dim=0).view(B, num_heads, T, D // num_heads)
