import torch


def attention(query, key, value, mask=None):
    s = query @ key.mT / key.shape[-1] ** 0.5
    if mask is not None:
        s.masked_fill(~mask, float("-inf"))
    return torch.softmax(s, dim=-1) @ value
