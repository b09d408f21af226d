import math

import torch


def attention(query, key, value, mask=None):
    n = query.shape[-2]
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(n)
    if mask is not None:
        scores = scores.masked_fill(mask == False, float("-inf"))
    return torch.nan_to_num(torch.softmax(scores, dim=-1)) @ value
