"""Sets the machine's clock by every call that can."""

import ctypes
import time

libc = ctypes.CDLL(None, use_errno=True)
now = (ctypes.c_long * 2)(int(time.time()), 0)
print("TRIED", flush=True)
for name, arguments in (
    ("settimeofday", (164, now, 0)),
    ("clock_settime", (227, 0, now)),
    ("adjtimex", (159, (ctypes.c_uint32 * 64)(1))),
    ("clock_adjtime", (305, 0, (ctypes.c_uint32 * 64)(1))),
):
    if libc.syscall(*arguments) >= 0:
        print("BREACH", name)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
