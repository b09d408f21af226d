"""Forks until the machine gives up."""

import os

print("TRIED", flush=True)
started = 0
for _ in range(40):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        os._exit(0)
    started += 1
    os.waitpid(child, 0)
if started:
    print("BREACH", started, "processes started")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
