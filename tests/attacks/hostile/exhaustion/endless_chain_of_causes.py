"""Raises an exception whose causes form a ring and whose traceback is a hundred thousand frames deep."""

import sys

sys.setrecursionlimit(200_000)


def descend(depth):
    if depth:
        return descend(depth - 1)
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    raise first


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    descend(100_000)
