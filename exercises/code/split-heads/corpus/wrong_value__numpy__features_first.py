def split_heads(x, num_heads):
    b, t, d = x.shape
    y = x.swapaxes(1, 2)
    return y.reshape(b, num_heads, t, d // num_heads)
