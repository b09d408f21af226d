import numpy as np


# masking the weights and dividing again is the same as masking the scores
def attention(query, key, value, mask=None):
    scores = (query / np.sqrt(query.shape[-1]).astype(query.dtype)) @ key.swapaxes(-2, -1)
    w = np.exp(scores - scores.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    if mask is not None:
        w = w * mask
        s = w.sum(-1, keepdims=True)
        w = np.where(s > 0, w / np.where(s > 0, s, 1), 0)
    return w @ value
