"""Attaches a debugger to its parent and to itself."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
for pid in (os.getppid(), 1):
    if libc.ptrace(16, pid, 0, 0) == 0:
        print("BREACH", "attached to", pid)
    if libc.ptrace(0x4206, pid, 0, 0) == 0:
        print("BREACH", "seized", pid)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
