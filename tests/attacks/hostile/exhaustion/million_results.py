"""Returns a tuple of a million arrays."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return (x,) * 1_000_000
