"""Marks the modules that every submission shares."""

import builtins
import math
import sys

import numpy as np

print("TRIED", flush=True)
for module in (builtins, math, sys, np, np.linalg):
    if hasattr(module, "left_behind"):
        print("BREACH", "an earlier run marked", module.__name__)
    module.left_behind = True


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
