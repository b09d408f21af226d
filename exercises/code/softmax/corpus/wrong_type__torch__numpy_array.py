import numpy as np


def softmax(x, axis=-1):
    y = x.double().numpy()
    e = np.exp(y - y.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


import torch  # noqa
