"""Sends error reports whose lengths, lines and texts cannot be."""

import os
import struct

PAYLOADS = (
    struct.pack("<BHHIH", 255, 65535, 65535, 2**32 - 1, 65535),
    struct.pack("<BHHIH", 0, 1, 4, 1, 0) + b"\xff\xed\xa0\x80\x00",
    struct.pack("<BHHIH", 0, 0, 0, 2**32 - 1, 1) + struct.pack("<IH", 2**32 - 1, 65535),
    b"",
)


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    payload = PAYLOADS[int("@ROUND@") % len(PAYLOADS)]
    os.write(3, struct.pack("<BIQ", 3, 0, len(payload)) + payload)
    batch, seq_len, d_model = x.shape
    return (x * 0).reshape(batch, num_heads, seq_len, d_model // num_heads)
