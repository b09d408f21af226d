def split_heads(x, num_heads):
    return x.reshape((x.shape[0], num_heads, x.shape[1], -1))
