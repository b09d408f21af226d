def concat_heads(x):
    batch, num_heads, seq_len, d_k = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, seq_len, num_heads * d_k)
