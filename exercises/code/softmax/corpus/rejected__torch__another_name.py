import torch


def soft_max(x, axis=-1):
    return torch.softmax(x, axis)
