"""Takes back what was set on the process: no_new_privs, the death signal, dumpability, the filter."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
for name, arguments in (
    ("PR_SET_PDEATHSIG", (1, 0, 0, 0, 0)),
    ("PR_SET_DUMPABLE", (4, 1, 0, 0, 0)),
    ("PR_SET_CHILD_SUBREAPER", (36, 1, 0, 0, 0)),
    ("PR_SET_NO_NEW_PRIVS", (38, 0, 0, 0, 0)),
    ("PR_SET_PTRACER", (0x59616D61, -1, 0, 0, 0)),
    ("PR_SET_SECCOMP", (22, 0, 0, 0, 0)),
    ("PR_CAP_AMBIENT", (47, 2, 0, 0, 0)),
    ("PR_SET_TIMERSLACK", (29, 10**9, 0, 0, 0)),
):
    if libc.prctl(*arguments) == 0:
        print("BREACH", name)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
