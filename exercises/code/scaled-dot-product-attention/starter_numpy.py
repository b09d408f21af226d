import math

import numpy as np


def attention(query, key, value, mask=None):
    """Mix the values by how well each query matches each key.

    query:  (..., tgt_len, d_k)
    key:    (..., src_len, d_k)
    value:  (..., src_len, d_v)
    mask:   None, or bool, True = may attend; broadcasts to (..., tgt_len, src_len)
    result: (..., tgt_len, d_v)
    """
    ...
