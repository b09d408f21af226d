"""Asks torch for 64 threads and loads batches in worker processes."""

import torch

print("TRIED", flush=True)
torch.set_num_threads(64)
rows = torch.utils.data.TensorDataset(torch.arange(8))
try:
    print("BREACH", len(list(torch.utils.data.DataLoader(rows, num_workers=2))))
except (OSError, RuntimeError, ImportError):
    pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
