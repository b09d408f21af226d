"""Closes every descriptor and waits, so that the reader might wait for ever."""

import os
import time


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    os.closerange(0, 1024)
    while True:
        time.sleep(1)
