import torch


def attention(query, key, value, mask=None):
    s = query @ key.transpose(-2, -1) / key.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(mask == 0, -1e-9)
    return torch.softmax(s, dim=-1) @ value
