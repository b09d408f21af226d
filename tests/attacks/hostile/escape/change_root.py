"""Changes its root folder and climbs out of it."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
try:
    os.chroot(".")
    print("BREACH", "chroot")
except OSError:
    pass
if libc.syscall(155, b".", b".") == 0:
    print("BREACH", "pivot_root")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
