"""Waits for input that never comes, and then for a lock that it holds itself."""

import sys
import threading

lock = threading.Lock()


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    sys.stdin.read()
    lock.acquire()
    lock.acquire()
