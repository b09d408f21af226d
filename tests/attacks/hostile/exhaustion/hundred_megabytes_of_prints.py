"""Prints a hundred megabytes."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for _ in range(100):
        print("x" * (1 << 20))
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
