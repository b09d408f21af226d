import math

import torch
import torch.nn.functional as F


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-1, -2)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = F.softmax(scores, dim=-1) / math.sqrt(query.size(-1))
    return torch.nan_to_num(weights, 0.0) @ value
