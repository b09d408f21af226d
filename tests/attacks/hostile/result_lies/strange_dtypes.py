"""Returns, case by case, text, dates, raw bytes, long doubles, complex numbers and empty records."""

import numpy as np

calls = 0


def split_heads(x, num_heads):
    global calls
    calls += 1
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    right = x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
    kinds = ("U8", "M8[s]", "V16", np.clongdouble, "S0", "m8[ns]", np.complex128)
    return np.zeros(right.shape, kinds[calls % len(kinds)])
