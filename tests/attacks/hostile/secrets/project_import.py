"""Imports the reference, the registry, the site and its servers' clients, from the project's folder if need be."""

import importlib
import sys

sys.path[:0] = ["@REPO@", "", "."]
print("TRIED", flush=True)
for name in (
    "grader.attention",
    "grader.compare",
    "grader.grading",
    "grader.tolerance",
    "grader.diagnose",
    "grader.model",
    "exercises",
    "exercises.registry",
    "mha_course",
    "mha_course.settings",
    "django",
    "celery",
    "redis",
    "psycopg",
    "allauth",
    "uvicorn",
    "pytest",
):
    try:
        module = importlib.import_module(name)
    except (ImportError, OSError):
        continue
    print("BREACH", name, getattr(module, "__file__", None))


def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).swapaxes(1, 2)
