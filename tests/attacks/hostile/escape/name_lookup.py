"""Looks a host name up, which would carry data out even where connections are refused."""

import socket

print("TRIED", flush=True)
try:
    print("BREACH", socket.getaddrinfo("localhost", int("@TCP_PORT@")))
except OSError:
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
