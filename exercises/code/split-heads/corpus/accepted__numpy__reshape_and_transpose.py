def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    d_k = d_model // num_heads
    return x.reshape(batch, seq_len, num_heads, d_k).transpose(0, 2, 1, 3)
