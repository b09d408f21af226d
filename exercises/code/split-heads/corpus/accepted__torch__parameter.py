import torch


class Splitter(torch.nn.Module):
    def __init__(self, num_heads):
        super().__init__()
        self.num_heads = num_heads

    def forward(self, x):
        batch, seq_len, _ = x.shape
        return torch.nn.Parameter(x.reshape(batch, seq_len, self.num_heads, -1).swapaxes(1, 2))


def split_heads(x, num_heads):
    return Splitter(num_heads)(x)
