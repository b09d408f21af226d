import torch


def softmax(x, axis=-1):
    # in double precision and back, so that 1000 keeps its digits
    y = x.double()
    return torch.exp(y - torch.logsumexp(y, dim=axis, keepdim=True)).to(x.dtype)
