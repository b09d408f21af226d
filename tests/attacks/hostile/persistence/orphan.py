"""Leaves a process behind that would outlive the verdict."""

import os
import time

print("TRIED", flush=True)
try:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(30)
        os._exit(0)
    print("BREACH")
except OSError:
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
