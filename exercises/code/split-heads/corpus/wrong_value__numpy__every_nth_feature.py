import numpy as np


def split_heads(x, num_heads):
    heads = []
    for h in range(num_heads):
        heads.append(x[:, :, h::num_heads])
    return np.stack(heads, axis=1)
