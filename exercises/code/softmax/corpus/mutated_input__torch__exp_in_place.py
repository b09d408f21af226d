import torch


def softmax(x, axis=-1):
    y = x - x.amax(axis, keepdim=True)
    out = torch.softmax(y, axis)
    x.copy_(out)
    return out
