"""Writes the beginning of a result and then sleeps in the middle of it."""

import os
import time


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b"\x01")
        except OSError:
            pass
    while True:
        time.sleep(1)
