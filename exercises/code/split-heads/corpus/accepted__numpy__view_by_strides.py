import numpy as np
from numpy.lib.stride_tricks import as_strided
def split_heads(x, num_heads):
    x = np.ascontiguousarray(x)
    b, t, d = x.shape
    k = d // num_heads
    s0, s1, s2 = x.strides
    return as_strided(x, (b, num_heads, t, k), (s0, k * s2, s1, s2))
