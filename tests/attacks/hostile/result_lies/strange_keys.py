"""Returns mappings whose names are no text that can be stored."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return {"\ud800": x, "\x00": x, "": x, 3: x, None: x, ("a",): x}
