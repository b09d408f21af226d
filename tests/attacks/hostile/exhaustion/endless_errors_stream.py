"""Writes on the error stream for ever, from the moment it is loaded."""

import sys

def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)


print("TRIED", flush=True)
while True:
    sys.stderr.write("warning " * 1000)
