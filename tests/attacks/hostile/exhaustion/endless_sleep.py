"""Sleeps for ever, using no CPU time at all."""

import time


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    while True:
        time.sleep(3600)
