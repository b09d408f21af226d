"""Computes in a pool of processes, a pool of threads and a concurrent executor."""

import concurrent.futures
import multiprocessing
import multiprocessing.pool

print("TRIED", flush=True)
for way in (
    lambda: multiprocessing.get_context("fork").Pool(2).map(abs, [1]),
    lambda: multiprocessing.pool.ThreadPool(2).map(abs, [1]),
    lambda: list(concurrent.futures.ThreadPoolExecutor(2).map(abs, [1])),
):
    try:
        print("BREACH", way())
    except (OSError, RuntimeError, ImportError):
        pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
