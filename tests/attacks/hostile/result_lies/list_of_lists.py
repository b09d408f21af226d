"""Returns the right numbers as nested lists."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2).tolist()
