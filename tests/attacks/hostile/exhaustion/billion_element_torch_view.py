"""Returns an expanded tensor of 10**9 elements that takes four bytes of memory."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return x.ravel()[:1].expand(1000, 1000, 1000)
