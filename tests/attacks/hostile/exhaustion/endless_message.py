"""Raises an exception whose __str__ never ends."""


class Slow(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    raise Slow
