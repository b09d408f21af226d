"""What of ours lies in the memory that learner code shares: a named list of modules, and nothing else."""

from __future__ import annotations

import pytest

import exercises
import grader
import mha_course
from tests.grader.sandbox.make import case, request

ALLOWED = {
    "__main__",  # start.py
    "sandbox",
    "sandbox.child",
    "sandbox.errors_out",
    "sandbox.inputs",
    "sandbox.kernel",
    "sandbox.landlock",
    "sandbox.layers",
    "sandbox.namespaces",
    "sandbox.packages",
    "sandbox.privileges",
    "sandbox.results",
    "sandbox.rlimits",
    "sandbox.seccomp",
    "sandbox.syscall_table",
    "sandbox.wire",
    "sandbox.zygote",
}


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_a_child_holds_exactly_the_modules_that_it_needs(framework, sandbox):
    names = ("sandbox", *(package.__name__ for package in (exercises, grader, mha_course)))
    folders = tuple(f"{package.__path__[0]}/" for package in (exercises, grader, mha_course))
    source = f"""
    import sys
    def is_ours(name, module):
        lies_in = getattr(module, "__file__", None) or ""
        return name.partition(".")[0] in {names!r} or lies_in.startswith({folders!r})
    def f():  # by their own names: multiprocessing gives __main__ a second one
        print(*(module.__name__ for name, module in sys.modules.items() if is_ours(name, module)))
    """
    run = sandbox.run(request(source, case(), framework=framework))
    assert set(run.stdout.split()) == ALLOWED, (run.end, run.detail)
