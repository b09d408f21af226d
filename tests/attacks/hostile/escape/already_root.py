"""Asks who it is: root, even without its powers, owns what Landlock alone then keeps from it."""

import os

print("TRIED", flush=True)
if 0 in (os.getuid(), os.geteuid(), os.getgid(), os.getegid(), *os.getgroups()):
    print("BREACH", os.getuid(), os.geteuid(), os.getgid(), os.getegid(), os.getgroups())


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
