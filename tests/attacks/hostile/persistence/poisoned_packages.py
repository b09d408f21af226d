"""Rewrites NumPy, the standard library and their caches on disk."""

import json
import pathlib

import numpy

print("TRIED", flush=True)
for module in (numpy, json):
    folder = pathlib.Path(module.__file__).parent
    for path in (pathlib.Path(module.__file__), pathlib.Path(module.__cached__)):
        try:
            with path.open("r+b"):
                print("BREACH", path)
        except OSError:
            pass
    for path in (folder / "@TOKEN@.py", folder / "__pycache__" / "@TOKEN@.pyc", folder.parent / "@TOKEN@.pth"):
        try:
            path.write_text("")
            print("BREACH", path)
            path.unlink()
        except OSError:
            pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
