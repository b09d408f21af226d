import torch


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-1, -2) / key.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.softmax(scores, dim=-2)
    weights = torch.nan_to_num(weights, nan=0.0)
    return weights @ value
