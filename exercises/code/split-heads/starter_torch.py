import torch


def split_heads(x, num_heads):
    """Give each head its slice of the features.

    x:         (batch, seq_len, d_model)
    num_heads: int, divides d_model
    result:    (batch, num_heads, seq_len, d_k)
    """
    ...
