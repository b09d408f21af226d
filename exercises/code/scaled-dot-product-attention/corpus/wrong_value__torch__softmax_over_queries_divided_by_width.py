import torch
def attention(query, key, value, mask=None):
    s = query @ key.mT / key.shape[-1]
    if mask is not None:
        s = s.masked_fill(~mask, -1e9)
    return s.softmax(-2) @ value
