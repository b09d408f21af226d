"""Keeps allocating and touching memory until something gives."""

print("TRIED", flush=True)
kept = []


def split_heads(x, num_heads):
    while True:
        kept.append(bytearray(b"x" * (16 << 20)))
