"""Sends its own descriptors over every inherited socket and takes what comes from the others."""

import array
import os
import socket
import stat

print("TRIED", flush=True)
for descriptor in range(64):
    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            continue
        channel = socket.socket(fileno=os.dup(descriptor))
        channel.setblocking(False)
        channel.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
        print("BREACH", descriptor, "took descriptors")
    except OSError:
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
