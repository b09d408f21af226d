"""Aborts, which would write a core file where that is allowed."""

import os


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    os.abort()
