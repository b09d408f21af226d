import numpy as np


def concat_heads(x):
    return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=1)
