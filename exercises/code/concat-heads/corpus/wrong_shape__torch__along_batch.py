import torch


def concat_heads(x):
    heads = [x[:, i] for i in range(x.size(1))]
    return torch.cat(heads)
