"""Fills memory with small Python objects, so that the error handling itself has none left."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    kept = None
    while True:
        kept = [kept, [], {}]
