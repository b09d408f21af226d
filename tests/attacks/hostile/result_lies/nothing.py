"""Returns nothing at all."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
