"""Returns the right numbers after a trip through half precision."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    batch, seq_len, d_model = x.shape
    return x.astype("float16").astype(x.dtype).reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
