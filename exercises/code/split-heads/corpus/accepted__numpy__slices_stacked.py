import numpy as np


def split_heads(x, num_heads):
    d_k = x.shape[-1] // num_heads
    heads = [x[:, :, h * d_k:(h + 1) * d_k] for h in range(num_heads)]
    return np.stack(heads, axis=1)
