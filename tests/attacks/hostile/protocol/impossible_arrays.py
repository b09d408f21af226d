"""Sends, case by case, arrays with impossible shapes, codes and lengths in well-formed frames."""

import os
import struct

calls = 0


def array(container, dtype, axes, size_bytes, content=b""):
    return struct.pack("<BBBB", 4, container, dtype, len(axes)) + struct.pack(f"<{len(axes) + 1}Q", *axes, size_bytes) + content


PAYLOADS = (
    array(0, 10, (1 << 32, 1 << 32, 2), 0),
    array(0, 10, (1 << 63,), 1 << 63),
    array(0, 10, (4,), 16, b"\x00" * 12),
    array(0, 10, (4,), 16, b"\x00" * 24),
    array(0, 255, (4,), 16, b"\x00" * 16),
    array(255, 10, (4,), 16, b"\x00" * 16),
    array(0, 10, (1,) * 255, 4, b"\x00" * 4),
    array(0, 10, (0, 1 << 62, 1 << 62), 0),
    b"",
    b"\xff",
    struct.pack("<BH", 5, 65535),
    struct.pack("<BHH", 6, 1, 4) + b"\xff\xfe\x00\x01" + b"\x00",
    struct.pack("<BH", 7, 60000) + b"x",
    struct.pack("<B", 2) + b"\x00" * 3,
    struct.pack("<B", 1) + b"\x07",
)


def split_heads(x, num_heads):
    global calls
    print("TRIED", flush=True)
    payload = PAYLOADS[(calls + int("@ROUND@")) % len(PAYLOADS)]
    os.write(3, struct.pack("<BIQ", 2, calls, len(payload)) + payload)
    calls += 1
    if calls > 1:
        os._exit(0)
    batch, seq_len, d_model = x.shape
    return (x * 0).reshape(batch, num_heads, seq_len, d_model // num_heads)
