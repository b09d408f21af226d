def concat_heads(x):
    return x.swapaxes(1, 2)
