"""Raises from code that claims to stand in another file, at a line that does not exist."""


def split_heads(x, num_heads):
    print("TRIED", flush=True)
    code = compile("\n" * 100_000 + "raise ValueError('forged')", "@REPO@/grader/compare.py", "exec")
    exec(code)
