import numpy as np


def concat_heads(x):
    """Lay the heads of each token side by side.

    x:      (batch, num_heads, seq_len, d_k)
    result: (batch, seq_len, num_heads * d_k)
    """
    ...
