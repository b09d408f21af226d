"""Replaces itself by a shell that writes what a grader would write."""

import os

print("TRIED", flush=True)
try:
    os.execv("/bin/sh", ["sh", "-c", "echo BREACH; exit 0"])
except OSError:
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
