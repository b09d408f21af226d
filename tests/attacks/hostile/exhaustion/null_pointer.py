"""Reads address 0."""

import ctypes


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return ctypes.string_at(0)
