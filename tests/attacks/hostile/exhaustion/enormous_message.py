"""Raises an exception with a message of a hundred megabytes and a type name of ten."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    raise type("E" * (10 << 20), (Exception,), {})("m" * (100 << 20))
