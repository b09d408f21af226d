import torch


def attention(query, key, value, mask=None):
    s = query @ key.mT / query.shape[-1] ** 0.5
    if mask is not None:
        s = s + (1.0 - mask.to(s.dtype)) * -1e9
    return s.softmax(-1) @ value
