"""Returns a mapping with a million long names."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return {f"{'k' * 200}{number}": x for number in range(200_000)}
