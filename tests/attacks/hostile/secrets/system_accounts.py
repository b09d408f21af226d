"""Reads the account files and lists the homes of the machine."""

import os

print("TRIED", flush=True)
for path in ("/etc/passwd", "/etc/shadow", "/etc/group", "/etc/hostname", "/etc/ssh/ssh_config", "/etc/machine-id"):
    try:
        with open(path) as file:
            print("BREACH", path, file.read(200))
    except OSError:
        pass
for folder in ("/root", "/home", "/etc", "/var/log", "/tmp", "/srv", "/opt", "/mnt"):
    try:
        # Folders on the way to the interpreter are no secret, and neither is the linker's cache.
        files = [entry.name for entry in os.scandir(folder) if not entry.is_dir() and entry.name != "ld.so.cache"]
    except OSError:
        continue
    if files:
        print("BREACH", folder, files[:5])


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
