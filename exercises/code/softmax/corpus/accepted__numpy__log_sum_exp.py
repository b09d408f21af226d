import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x, axis, keepdims=True)
    return np.exp(x - np.log(np.sum(np.exp(x), axis, keepdims=True)))
