"""Connects to a server of this machine, and listens for one that would connect to it."""

import socket

print("TRIED", flush=True)
for family, address in ((socket.AF_INET, ("127.0.0.1", int("@TCP_PORT@"))), (socket.AF_INET6, ("::1", int("@TCP_PORT@")))):
    try:
        with socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(1)
            connection.connect(address)
            connection.sendall(b"hello from the sandbox")
            print("BREACH", address)
    except OSError:
        pass
try:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    print("BREACH", "listening on", listener.getsockname())
except OSError:
    pass
try:
    datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagram.sendto(b"hello", ("127.0.0.1", int("@TCP_PORT@")))
    print("BREACH", "datagram sent")
except OSError:
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
