"""Starts a process by vfork, which some filters forget."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
child = libc.syscall(58)
if child == 0:
    libc._exit(0)
if child > 0:
    os.waitpid(child, 0)
    print("BREACH", "vfork")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
