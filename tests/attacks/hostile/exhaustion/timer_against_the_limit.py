"""Ignores the signal of the CPU limit and sets timers of its own in its place."""

import signal

print("TRIED", flush=True)
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
signal.signal(signal.SIGALRM, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.setitimer(signal.ITIMER_REAL, 1000, 1000)


def split_heads(x, num_heads):
    while True:
        pass
