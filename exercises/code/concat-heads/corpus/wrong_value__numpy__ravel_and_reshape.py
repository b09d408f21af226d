def concat_heads(x):
    B, H, T, d = x.shape
    flat = x.ravel()
    return flat.reshape(B, T, H * d)
