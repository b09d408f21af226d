import torch
from torch import nn


class Attention(nn.Module):
    def forward(self, query, key, value, mask=None):
        scale = query.shape[-1] ** -0.25
        scores = torch.einsum("...qd,...kd->...qk", query * scale, key * scale)
        if mask is not None:
            scores = scores + torch.zeros_like(mask, dtype=scores.dtype).masked_fill_(~mask, -1e9)
        weights = nn.functional.softmax(scores, dim=-1)
        if mask is not None:
            weights = weights.masked_fill(~mask.any(-1, keepdim=True), 0)
        return torch.einsum("...qk,...kd->...qd", weights, value)


def attention(query, key, value, mask=None):
    return Attention()(query, key, value, mask)
