"""Is a generator that yields its answers for ever."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    while True:
        yield x
