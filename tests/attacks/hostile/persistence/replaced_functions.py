"""Replaces functions of NumPy that the next submission calls by wrong ones."""

import numpy as np

print("TRIED", flush=True)
if np.swapaxes.__module__ == "submission" or getattr(np.ones, "wrong", False):
    print("BREACH", "an earlier run replaced a function")


def wrong(*args, **kwargs):
    return np.zeros(1)


wrong.wrong = True


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    right = x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
    for name in ("ones", "zeros", "matmul", "exp", "swapaxes", "transpose", "reshape"):
        setattr(np, name, wrong)
    return right
