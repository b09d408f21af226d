"""Returns an object whose array interface points at address 16 and claims a gigabyte."""


class Nowhere:
    __array_interface__ = {"shape": (1 << 28,), "typestr": "<f4", "data": (16, False), "version": 3}


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return Nowhere()
