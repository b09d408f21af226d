"""Returns a mapping and a tuple that contain themselves."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    ring = {}
    ring["self"] = (ring, x)
    return ring
