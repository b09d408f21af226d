"""Kills its parent by number, thread, queue and process descriptor."""

import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
parent = os.getppid()
print("TRIED", flush=True)
if parent > 1:
    for attempt in (
        lambda: os.kill(parent, signal.SIGKILL),
        lambda: os.kill(parent, signal.SIGSTOP),
        lambda: os.killpg(os.getpgid(parent), signal.SIGKILL),
        lambda: signal.pidfd_send_signal(os.pidfd_open(parent), signal.SIGKILL),
    ):
        try:
            attempt()
            print("BREACH")
        except OSError:
            pass
    if libc.syscall(234, parent, parent, 9) == 0 or libc.syscall(200, parent, 9) == 0:
        print("BREACH", "by thread number")
    block = (ctypes.c_uint32 * 32)(9, 0, 0xFFFFFFFF)
    if libc.syscall(129, parent, 9, block) == 0:
        print("BREACH", "by queue")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
