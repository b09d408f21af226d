"""Opens files until there is no descriptor left."""

import os

print("TRIED", flush=True)
count = 0
try:
    while count < 2000:
        try:
            os.dup(1)
        except OSError:
            os.open("/dev/null", os.O_RDONLY)
        count += 1
except OSError:
    pass
if count >= 1000:
    print("BREACH", count)
os.closerange(20, 2100)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
