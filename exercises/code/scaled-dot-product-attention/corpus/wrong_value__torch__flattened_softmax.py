import torch


def attention(query, key, value, mask=None):
    s = query @ key.mT / query.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = torch.softmax(s.flatten(-2), dim=-1).view_as(s)
    return w @ value
