"""Sends frames of kinds and case numbers that do not exist, and the end before the beginning."""

import os
import struct


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    frames = ((200, 0), (0, 0), (2, 2**32 - 1), (6, 0), (5, 0), (5, 7), (6, 0))
    kind, number = frames[int("@ROUND@") % len(frames)]
    os.write(3, struct.pack("<BIQ", kind, number, 0))
    batch, seq_len, d_model = x.shape
    return (x * 0).reshape(batch, num_heads, seq_len, d_model // num_heads)
