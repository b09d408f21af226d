"""Opens a world-readable secret through torch's own readers: storages, load and from_file."""

import torch

PATH = "@SECRET_PATH@"
print("TRIED", flush=True)
for way in (
    lambda: torch.from_file(PATH, size=16, dtype=torch.uint8),
    lambda: torch.UntypedStorage.from_file(PATH, False, 16),
    lambda: torch._C.PyTorchFileReader(PATH),
    lambda: torch.load(PATH),
):
    try:
        print("BREACH", way())
    except (OSError, RuntimeError, ValueError, EOFError, TypeError):
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
