"""Returns an object whose class is named like a piece of a web page, with characters that turn a terminal."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return type("<script>alert(1)</script>\x1b[31m\u202e", (), {})()
