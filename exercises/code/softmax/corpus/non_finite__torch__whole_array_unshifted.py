import torch


def softmax(x, axis=-1):
    weights = torch.exp(x)
    return weights / weights.sum()
