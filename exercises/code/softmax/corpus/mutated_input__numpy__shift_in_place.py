import numpy as np


def softmax(x, axis=-1):
    x -= x.max(axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis, keepdims=True)
