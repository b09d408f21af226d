"""Exhausts the C stack by nested repr, with the interpreter's limit lifted."""

import sys

sys.setrecursionlimit(2**31 - 1)


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    nested = []
    for _ in range(1_000_000):
        nested = [nested]
    return repr(nested)
