"""Sends SIGKILL to its process group and to its session, in which the server that started it might be."""

import os
import signal

print("TRIED", flush=True)
for attempt in (
    lambda: os.kill(0, signal.SIGKILL),
    lambda: os.killpg(0, signal.SIGKILL),
    lambda: os.killpg(os.getpgrp(), signal.SIGKILL),
    lambda: os.killpg(os.getsid(0), signal.SIGKILL),
):
    try:
        attempt()
        print("BREACH")
    except OSError:
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
