import numpy as np


def softmax(x, axis=0):
    x = x - x.max(axis=0)
    return np.exp(x) / np.exp(x).sum(axis=0)
