"""Opens the memory, the maps and the descriptors of its parent and of process 1 through /proc."""

import os

print("TRIED", flush=True)
own = ("self", str(os.getpid()), "thread-self")
for who in {*own, str(os.getppid()), "1"}:
    for name in ("mem", "maps", "smaps", "fd/3", "status", "stack", "syscall", "auxv", "root/etc/passwd", "cwd/manage.py", "fd/0", "fd/6"):
        if who in own and name.startswith("fd/"):
            continue  # it holds those anyway
        try:
            with open(f"/proc/{who}/{name}", "rb") as file:
                print("BREACH", who, name, file.read(0))
        except OSError:
            pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
