import torch


# dividing −inf by anything leaves it −inf
def attention(query, key, value, mask=None):
    scores = torch.matmul(query, key.transpose(-1, -2))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -torch.inf)
    scores = scores / key.shape[-1] ** 0.5
    weights = torch.softmax(scores, -1)
    return torch.where(weights.isnan(), torch.zeros_like(weights), weights) @ value
