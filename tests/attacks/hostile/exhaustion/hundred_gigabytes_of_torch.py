"""Asks torch for a hundred gigabytes."""

import torch


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    return torch.ones(25 << 30)
