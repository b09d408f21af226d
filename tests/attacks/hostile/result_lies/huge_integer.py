"""Returns an integer of ten million bits."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return 1 << 10_000_000
