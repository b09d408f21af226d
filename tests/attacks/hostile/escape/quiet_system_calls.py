"""Tries the less famous system calls, each of which leaves something behind or touches another program."""

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("TRIED", flush=True)
out = (ctypes.c_uint64 * 16)()
for name, arguments in (
    ("memfd_create", (319, b"x", 0)),
    ("memfd_secret", (447, 0)),
    ("socketpair", (53, 1, 1, 0, out)),
    ("shmget", (29, 77, 4096, 0o1666)),
    ("semget", (64, 77, 1, 0o1666)),
    ("msgget", (68, 77, 0o1666)),
    ("mq_open", (240, b"x", 0o102, 0o666, 0)),
    ("inotify_init1", (294, 0)),
    ("fanotify_init", (300, 0, 0)),
    ("sched_setscheduler", (144, 0, 1, out)),
    ("sched_setaffinity", (203, 0, 8, (ctypes.c_uint64 * 1)(1))),
    ("ioprio_set", (251, 1, 0, 0x4000)),
    ("mlockall", (151, 1)),
    ("sethostname", (170, b"x", 1)),
    ("pidfd_open", (434, 1, 0)),
    ("link", (86, b"/dev/null", b"@MARKER_PATH@-link")),
    ("symlink", (88, b"/dev/null", b"@MARKER_PATH@-symlink")),
    ("mknod", (133, b"@MARKER_PATH@-node", 0o010666, 0)),
    ("chmod", (90, b"/", 0o777)),
    ("setxattr", (188, b"/", b"user.x", b"y", 1, 0)),
    ("utimensat", (280, -100, b"/", 0, 0)),
    ("personality", (135, 0x0040000)),
    ("acct", (163, 0)),
    ("syslog", (103, 10, 0, 0)),
    ("quotactl", (179, 0, 0, 0, 0)),
    ("swapoff", (168, b"/none")),
    ("ioperm", (173, 0x70, 1, 1)),
    ("pidfd_getfd", (438, 0, 0, 0)),
    ("kcmp", (312, 1, 1, 0, 0, 0)),
    ("seccomp", (317, 0, 0, 0)),
    ("landlock_create_ruleset", (444, 0, 0, 1)),
):
    if libc.syscall(*arguments) >= 0:
        print("BREACH", name, flush=True)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
