"""Stays inside one instruction of the interpreter, holding its lock, by an enormous power."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return 7 ** (10**9)
