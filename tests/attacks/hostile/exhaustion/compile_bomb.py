"""Compiles a hundred thousand nested brackets and a list of 10**11 entries at run time."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for text in ("(" * 100_000 + ")" * 100_000, "-" * 100_000 + "1", "[0] * 10**11"):
        try:
            eval(compile(text, "bomb", "eval"))
        except (SyntaxError, RecursionError):
            pass
