"""Leaves files in every folder that the next submission could read."""

import os

FOLDERS = ("/tmp", "/dev/shm", "/var/tmp", ".", "/", "/scratch", "/dev", os.path.dirname("@MARKER_PATH@"))
print("TRIED", flush=True)
for folder in FOLDERS:
    path = os.path.join(folder, "@TOKEN@-left")
    if os.path.exists(path):
        print("BREACH", "found what an earlier run left in", folder)
    try:
        with open(path, "w") as file:
            file.write("for the next")
        os.mkdir(path + "-folder")
        print("BREACH", "wrote into", folder)
    except OSError:
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
