"""Connects to a UNIX socket of another program, by path and by abstract name, and makes a pair."""

import socket

print("TRIED", flush=True)
for address in ("@UNIX_PATH@", "\0@TOKEN@"):
    try:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(address)
        connection.sendall(b"hello from the sandbox")
        print("BREACH", address)
    except OSError:
        pass
try:
    socket.socketpair()
    print("BREACH", "a pair of sockets")
except OSError:
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
