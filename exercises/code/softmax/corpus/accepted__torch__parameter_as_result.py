import torch
def softmax(x, axis=-1):
    w = torch.softmax(x, axis)
    return torch.nn.Parameter(w)
