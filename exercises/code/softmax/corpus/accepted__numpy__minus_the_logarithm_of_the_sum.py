import numpy as np


def softmax(x, axis=-1):
    top = x.max(axis=axis, keepdims=True)
    log_sum = top + np.log(np.exp(x - top).sum(axis=axis, keepdims=True))
    return np.exp(x - log_sum)
