import torch
import torch.nn.functional as F


def attention(query, key, value, mask=None):
    query /= query.shape[-1] ** 0.5
    return F.scaled_dot_product_attention(query, key, value, mask, scale=1.0)
