import torch
def concat_heads(x):
    b, h, t, d = x.shape
    big = torch.zeros(b, t, h, d, 2, dtype=torch.float64)
    big[..., 0] = x.transpose(1, 2)
    return big.view(b, t, h * d, 2)[..., 0]
