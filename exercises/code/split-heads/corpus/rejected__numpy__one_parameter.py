def split_heads(x):
    return x.reshape(x.shape[0], x.shape[1], 8, -1).transpose(0, 2, 1, 3)
