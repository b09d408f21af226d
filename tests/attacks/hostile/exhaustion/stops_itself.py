"""Stops itself, so that it neither runs nor ends."""

import os
import signal


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    for attempt in (lambda: os.kill(os.getpid(), signal.SIGSTOP), lambda: signal.raise_signal(signal.SIGSTOP)):
        try:
            attempt()
        except OSError:
            pass
    signal.pause()
