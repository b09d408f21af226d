"""Writes as much as it can into every folder where programs usually may."""

import os

print("TRIED", flush=True)
for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", ".", "/", "/scratch", os.path.expanduser("~"), os.path.dirname("@MARKER_PATH@")):
    try:
        with open(os.path.join(folder, "@TOKEN@-fill"), "wb") as file:
            file.write(b"x" * (8 << 20))
        print("BREACH", folder)
    except OSError:
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
