"""Asks for the identity and the capabilities of root."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
for attempt in (
    lambda: os.setuid(0),
    lambda: os.setresuid(0, 0, 0),
    lambda: os.setgid(0),
    lambda: os.setgroups([0, 27]),
    lambda: os.setreuid(1, 0),
):
    try:
        attempt()
        print("BREACH")
    except OSError:
        pass
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
every = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
if libc.syscall(126, header, every) == 0:
    print("BREACH", "capset")
held = (ctypes.c_uint32 * 6)()
if libc.syscall(125, header, held) == 0 and any(held):
    print("BREACH", "holds capabilities", list(held))


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
