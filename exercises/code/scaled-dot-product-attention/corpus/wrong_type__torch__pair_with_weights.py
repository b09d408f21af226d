import torch


def attention(query, key, value, mask=None):
    s = query @ key.mT / key.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = torch.nan_to_num(s.softmax(-1))
    return w @ value, w
