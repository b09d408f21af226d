"""Freezes every clock of the time module and then never ends, hoping that time is measured inside."""

import time

for name in ("time", "monotonic", "perf_counter", "process_time", "time_ns", "monotonic_ns", "perf_counter_ns"):
    setattr(time, name, lambda: 0)
print("TRIED", flush=True)


def split_heads(x, num_heads):
    while True:
        pass
