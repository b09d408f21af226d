"""Asks the kernel to disable the restart keys, the harmless sibling of a restart."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
if libc.syscall(169, 0xFEE1DEAD, 672274793, 0, 0) == 0:
    print("BREACH")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
