"""Reads its parent's memory by process_vm_readv, at an address that both share since the fork."""

import ctypes
import os


class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


libc = ctypes.CDLL(None, use_errno=True)
mine = ctypes.create_string_buffer(64)
print("TRIED", flush=True)
for pid in (os.getppid(), 1):
    local, remote = Part(ctypes.addressof(mine), 64), Part(id(os), 64)
    if libc.syscall(310, pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) > 0:
        print("BREACH", pid, mine.raw)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
