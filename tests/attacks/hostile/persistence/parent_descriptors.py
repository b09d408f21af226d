"""Hides a message in descriptors that it shares with its parent: offsets, flags, locks and pipe contents."""

import fcntl
import os

print("TRIED", flush=True)
for descriptor in range(64):
    try:
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        if position == 424_242:
            print("BREACH", "an earlier run moved", descriptor)
        os.lseek(descriptor, 424_242, os.SEEK_SET)
    except OSError:
        pass
    try:
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_NONBLOCK | os.O_APPEND)
    except OSError:
        pass
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
