"""Asks the kernel for a socket of every family, kind and protocol."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
for family in range(1, 46):
    for kind in (1, 2, 3, 5):
        if libc.syscall(41, family, kind, 0) >= 0:
            print("BREACH", family, kind)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
