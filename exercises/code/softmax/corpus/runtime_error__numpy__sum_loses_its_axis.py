import numpy as np


def softmax(x, axis=-1):
    shifted = x - np.expand_dims(x.max(axis), axis)
    e = np.exp(shifted)
    return e / e.sum(axis)
