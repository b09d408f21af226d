import numpy as np


def concat_heads(x):
    y = np.einsum("bhtd->bthd", x)
    return y.reshape(*y.shape[:2], -1)
