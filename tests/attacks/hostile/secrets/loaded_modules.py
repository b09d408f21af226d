"""Looks in sys.modules for anything of the project, the site or the test run that was loaded before the fork."""

import sys

print("TRIED", flush=True)
for name, module in sorted(sys.modules.items()):
    root = name.partition(".")[0]
    if root in ("exercises", "mha_course", "django", "celery", "redis", "kombu", "psycopg", "pytest", "_pytest", "tests"):
        print("BREACH", name)
    if root == "grader" and name != "grader" and not name.startswith("grader.sandbox"):
        print("BREACH", name)


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
