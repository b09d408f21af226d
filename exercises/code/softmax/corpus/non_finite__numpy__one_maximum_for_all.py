import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.amax(x))
    return e / np.sum(e, axis=axis, keepdims=True)
