"""Returns a tuple in a tuple in a tuple, a hundred thousand deep."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    nested = x
    for _ in range(100_000):
        nested = (nested,)
    return nested
