import torch


def attention(query, key, value, mask=None):
    d_k = key.shape[-1]
    scores = torch.einsum("...id,...jd->...ij", query, key) / d_k
    if mask is not None:
        scores = torch.where(mask, scores, torch.tensor(float("-inf"), dtype=scores.dtype))
    return scores.softmax(dim=-1).nan_to_num() @ value
