"""Leaves a shared memory segment, a semaphore and a message queue of System V."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
KEY = int("@IPC_KEY@")
print("TRIED", flush=True)
for name, arguments in (("shmget", (29, KEY, 4096, 0o1666)), ("semget", (64, KEY, 1, 0o1666)), ("msgget", (68, KEY, 0o1666))):
    if libc.syscall(*arguments) >= 0:
        print("BREACH", name)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
