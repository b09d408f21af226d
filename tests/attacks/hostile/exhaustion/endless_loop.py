"""Never ends."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    while True:
        pass
