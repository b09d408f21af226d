"""Stays inside the regular expression engine, which never looks at signals in time."""

import re


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return re.match(r"(a+)+$", "a" * 60 + "b")
