"""Stores a key in the kernel, where a later process could find it."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
if libc.syscall(248, b"user", b"@TOKEN@", b"secret", 6, -3) >= 0:
    print("BREACH", "add_key")
if libc.syscall(250, 0, -3, 1) >= 0:
    print("BREACH", "keyctl")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
