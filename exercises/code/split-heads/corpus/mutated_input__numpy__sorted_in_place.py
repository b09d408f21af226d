def split_heads(x, num_heads):
    B, T, D = x.shape
    out = x.reshape(B, T, num_heads, D // num_heads).transpose(0, 2, 1, 3).copy()
    x[0, 0] = 0
    return out
