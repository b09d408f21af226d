"""Changes torch's default type, device, threads and gradient mode for the next submission."""

import torch

print("TRIED", flush=True)
if torch.get_default_dtype() is torch.float64 or not torch.is_grad_enabled() or torch.initial_seed() == 987:
    print("BREACH")
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.manual_seed(987)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
