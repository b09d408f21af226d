"""Leaves a named shared memory block, a named semaphore and a message queue of POSIX."""

import ctypes
import multiprocessing.shared_memory

libc = ctypes.CDLL("librt.so.1", use_errno=True)
print("TRIED", flush=True)
try:
    multiprocessing.shared_memory.SharedMemory("@TOKEN@", create=True, size=4096)
    print("BREACH", "shared memory")
except (OSError, RuntimeError, ImportError):
    pass
if ctypes.CDLL(None).sem_open(b"/@TOKEN@", 0o100, 0o666, 1):
    print("BREACH", "semaphore")
if libc.mq_open(b"/@TOKEN@", 0o102, 0o666, None) >= 0:
    print("BREACH", "queue")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
