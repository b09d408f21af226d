"""Reads, seeks and maps every descriptor that it inherited, and prints what comes out."""

import fcntl
import mmap
import os
import stat

print("TRIED", flush=True)
for descriptor in range(1024):
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        continue
    if stat.S_ISDIR(mode):
        print("BREACH", descriptor, "is a folder", os.listdir(descriptor))
        continue
    if stat.S_ISSOCK(mode):
        print("a socket", descriptor)
    if stat.S_ISREG(mode):
        size = os.fstat(descriptor).st_size
        try:
            # The first of them holds this very program, whose own words must not look like a find.
            print(descriptor, os.pread(descriptor, size, 0).replace(b"BREACH", b""))
            print(descriptor, mmap.mmap(descriptor, size, prot=mmap.PROT_READ).read().replace(b"BREACH", b""))
        except (OSError, ValueError) as refusal:
            print(descriptor, refusal)
    try:
        path = os.readlink(f"/proc/self/fd/{descriptor}")
        print(descriptor, path, fcntl.fcntl(descriptor, fcntl.F_GETFL))
    except OSError:
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
