"""Raises every limit that was set for it."""

import resource

print("TRIED", flush=True)
for name in ("AS", "CPU", "NOFILE", "NPROC", "FSIZE", "CORE", "DATA", "STACK", "MEMLOCK", "MSGQUEUE", "NICE", "RTPRIO"):
    kind = getattr(resource, f"RLIMIT_{name}")
    soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY:
        continue
    for wanted in (resource.RLIM_INFINITY, hard + 1):
        try:
            resource.setrlimit(kind, (wanted, wanted))
            print("BREACH", name, soft, hard, wanted)
        except (OSError, ValueError):
            pass
soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
if soft == resource.RLIM_INFINITY or resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
    print("BREACH", "there is no limit at all")


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
