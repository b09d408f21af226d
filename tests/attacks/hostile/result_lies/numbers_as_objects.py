"""Returns the right numbers in an array of Python objects."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    return x.astype(object).reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
