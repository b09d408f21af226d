"""Returns the right array and spoils it on the next call, when it might not have been read yet; honest numbers."""

kept = []


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for earlier in kept:
        earlier[...] = 0
    batch, seq_len, d_model = x.shape
    kept.append(x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2).copy())
    return kept[-1]
