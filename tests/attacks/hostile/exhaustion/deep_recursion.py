"""Calls itself without end, with the interpreter's limit lifted."""

import sys

sys.setrecursionlimit(2**31 - 1)


def split_heads(x, num_heads):
    print("TRIED", flush=True)

    def down():
        return down()

    return down()
