"""Returns an array of objects that run a command when they are unpickled."""

import numpy as np


class Bomb:
    def __reduce__(self):
        return (open, ("@MARKER_PATH@-unpickled", "w"))


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return np.array([Bomb()] * 4, dtype=object)
