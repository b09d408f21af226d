"""Starts processes by the raw system calls fork, vfork, clone and clone3, and threads by clone."""

import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
print("TRIED", flush=True)


def attempt(name, *arguments):
    result = libc.syscall(*arguments)
    if result == 0:
        os._exit(0)
    if result > 0:
        os.waitpid(result, 0)
        print("BREACH", name)


attempt("fork", ctypes.c_long(57))
attempt("clone", ctypes.c_long(56), ctypes.c_long(signal.SIGCHLD), ctypes.c_long(0), ctypes.c_long(0), ctypes.c_long(0), ctypes.c_long(0))
arguments = (ctypes.c_uint64 * 11)()
arguments[4] = signal.SIGCHLD
attempt("clone3", ctypes.c_long(435), arguments, ctypes.c_long(88))


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
