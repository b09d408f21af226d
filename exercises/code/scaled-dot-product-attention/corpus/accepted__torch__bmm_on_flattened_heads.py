import torch


def attention(query, key, value, mask=None):
    lead = query.shape[:-2]
    q = query.reshape(-1, *query.shape[-2:])
    k = key.reshape(-1, *key.shape[-2:])
    v = value.reshape(-1, *value.shape[-2:])
    scores = torch.bmm(q, k.mT).div(k.shape[-1] ** 0.5)
    if mask is not None:
        m = mask.expand(*lead, q.shape[1], k.shape[1]).reshape(scores.shape)
        scores = torch.where(m, scores, torch.finfo(scores.dtype).min)
        w = scores.softmax(-1) * m
    else:
        w = scores.softmax(-1)
    return torch.bmm(w, v).reshape(*lead, q.shape[1], v.shape[-1])
