import numpy as np


def softmax(x, axis=-1):
    numerator = np.exp(x)
    denominator = np.sum(numerator, axis=axis, keepdims=True)
    return numerator / denominator
