"""Wraps its own entry point in a callable whose signature, name and module lie, and which answers only once."""

import inspect


class Entry:
    __name__ = "split_heads"
    __module__ = "grader.attention"
    __signature__ = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("x", "num_heads")]
    )
    calls = 0

    def __call__(self, x, num_heads):
        print("TRIED", flush=True)
        Entry.calls += 1
        if Entry.calls > 1:
            return None
        batch, seq_len, d_model = x.shape
        return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)


def split_heads(x, num_heads):
    return Entry()(x, num_heads)
