"""Leaves variables in the environment."""

import os

print("TRIED", flush=True)
if "LEFT_BEHIND" in os.environ:
    print("BREACH")
os.environ["LEFT_BEHIND"] = "1"
os.environ["PYTHONSTARTUP"] = "/tmp/startup.py"
os.putenv("LD_PRELOAD", "/tmp/library.so")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
