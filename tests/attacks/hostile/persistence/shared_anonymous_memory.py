"""Searches the memory shared with its parent, if there is any, and marks it."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
try:
    with open("/proc/self/maps") as file:
        shared = [line for line in file if line.split()[1].endswith("s") and "w" in line.split()[1]]
except OSError:
    shared = []
print("TRIED", flush=True)
for line in shared:
    start, _, end = line.split()[0].partition("-")
    print("BREACH", "shared with another process", start, end)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
