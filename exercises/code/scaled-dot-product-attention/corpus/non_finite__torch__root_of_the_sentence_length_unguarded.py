import torch


def attention(query, key, value, mask=None):
    tokens = key.size(-2)
    scores = query @ key.mT / tokens**0.5
    if mask is not None:
        scores.masked_fill_(~mask, -torch.inf)
    return scores.softmax(-1) @ value
