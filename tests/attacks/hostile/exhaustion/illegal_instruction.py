"""Executes an illegal instruction with handlers set for every signal, to survive it."""

import ctypes
import mmap
import signal


def split_heads(x, num_heads):
    for number in (signal.SIGILL, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE):
        signal.signal(number, signal.SIG_IGN)
    print("TRIED", flush=True)
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\x0f\x0b")
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
