"""Returns the right numbers but for one NaN at the very end."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    right = x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2).copy()
    right[-1, -1, -1, -1] = float("nan")
    return right
