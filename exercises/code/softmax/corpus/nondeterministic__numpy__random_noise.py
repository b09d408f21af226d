import numpy as np

rng = np.random.default_rng()


def softmax(x, axis=-1):
    x = x + rng.normal(scale=0.1, size=x.shape)
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)
