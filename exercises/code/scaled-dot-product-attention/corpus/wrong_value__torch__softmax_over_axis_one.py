import torch


def attention(query, key, value, mask=None):
    scores = torch.matmul(query, key.transpose(-2, -1)) / key.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not(), -torch.inf)
    return torch.nan_to_num(scores.softmax(1)) @ value
