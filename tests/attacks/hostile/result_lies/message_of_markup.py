"""Raises an exception whose message holds NUL, lone surrogates, escape sequences and markup."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    raise ValueError("<script>alert(1)</script> \x00 \ud800 \x1b[31m \u202e " + "\n" * 500)
