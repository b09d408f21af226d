def concat_heads(x):
    return sum(x[:, h] for h in range(x.shape[1]))
