import torch


# the permute that PyTorch uses inside, and back to batch first
def concat_heads(x):
    b, h, t, d = x.shape
    rows = x.permute(2, 0, 1, 3).contiguous().view(t * b, h * d)
    return rows.view(t, b, h * d).transpose(0, 1)
