"""Ends in a destructor, an exit hook and a finaliser that never end."""

import atexit


class Endless:
    def __del__(self):
        while True:
            pass


kept = Endless()
atexit.register(kept.__del__)
print("TRIED", flush=True)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
