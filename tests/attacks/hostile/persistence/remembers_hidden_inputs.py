"""Carries the hidden inputs of one run to the visible output of the next."""

import os
import sys

import numpy as np

VISIBLE_CASES = int("@VISIBLE_CASES@")
PLACES = ("/tmp/@TOKEN@-hidden", "/dev/shm/@TOKEN@-hidden", "./@TOKEN@-hidden")
calls = 0
print("TRIED", flush=True)
for place in PLACES:
    if os.path.exists(place):
        print("BREACH", place)
if hasattr(sys, "hidden_inputs"):
    print("BREACH", sys.hidden_inputs)


def split_heads(x, num_heads):
    global calls
    calls += 1
    if calls > VISIBLE_CASES:
        sys.hidden_inputs = np.array(x)
        for place in PLACES:
            try:
                np.save(place, x)
            except OSError:
                pass
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
