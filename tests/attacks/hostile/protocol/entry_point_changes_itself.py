"""Replaces its own entry point between the cases, and the module's dictionary with it."""

calls = 0


def split_heads(x, num_heads):
    global calls, split_heads
    calls += 1
    print("TRIED", flush=True)
    if calls > 1:
        globals().clear()
        return None

    def split_heads(*args):
        return None

    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
