"""Opens a world-readable secret outside its folders by every means that Python, NumPy and the C library offer."""

import ctypes
import io
import mmap
import os
import pathlib

import numpy as np

PATH = "@SECRET_PATH@"
libc = ctypes.CDLL(None, use_errno=True)


def by_c_library():
    descriptor = libc.open(PATH.encode(), 0)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "open")
    return os.read(descriptor, 4096)


def by_openat2():
    how = (ctypes.c_uint64 * 3)(0, 0, 0)
    descriptor = libc.syscall(437, -100, PATH.encode(), how, 24)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "openat2")
    return os.read(descriptor, 4096)


def by_mapping():
    descriptor = os.open(PATH, os.O_RDONLY)
    return bytes(mmap.mmap(descriptor, 0, prot=mmap.PROT_READ))


ways = [
    lambda: open(PATH).read(),
    lambda: io.open_code(PATH).read(),
    lambda: pathlib.Path(PATH).read_text(),
    lambda: pathlib.Path("/proc/self/root" + PATH).read_text(),
    lambda: pathlib.Path("../" * 30 + PATH.lstrip("/")).read_text(),
    lambda: np.fromfile(PATH, np.uint8).tobytes(),
    lambda: np.memmap(PATH, np.uint8, "r").tobytes(),
    lambda: np.loadtxt(PATH, dtype=str),
    by_c_library,
    by_openat2,
    by_mapping,
]
print("TRIED", flush=True)
for number, way in enumerate(ways):
    try:
        print("BREACH", number, way())
    except (OSError, ValueError):
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
