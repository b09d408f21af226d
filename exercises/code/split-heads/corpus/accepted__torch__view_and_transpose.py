def split_heads(x, num_heads):
    b, t, d = x.size()
    return x.view(b, t, num_heads, d // num_heads).transpose(1, 2)


import torch
