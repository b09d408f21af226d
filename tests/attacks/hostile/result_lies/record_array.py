"""Returns a structured array whose fields overlap."""

import numpy as np


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    kind = np.dtype({"names": ["a" * 5000, "b"], "formats": ["<f8", "<i8"], "offsets": [0, 0]})
    return np.zeros(x.shape, kind)
