"""Prints NUL, bytes that are no UTF-8, lone surrogates and escape sequences, and answers rightly."""

import os
import sys


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    os.write(1, b"\x00\xff\xfe\xed\xa0\x80\x1b[2J<script>\r\n")
    sys.stdout.flush()
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
