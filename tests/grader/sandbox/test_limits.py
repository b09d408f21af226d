"""Time, memory and output are bounded from outside; what was received before counts."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from grader.errors import SandboxError, UsageError
from grader.model import RunEnd
from tests.grader.sandbox.make import case, hidden, only, request

GOOD_THEN = "def f(x):\n    if x:\n        {}\n    return x\n"


@pytest.mark.parametrize(
    "forever",
    [
        "while True: pass",
        "__import__('time').sleep(3600)",
        "__import__('os').read(4, 1)",
        "[__import__('signal').signal(n, 1) for n in (2, 15, 24)]; exec('while True: pass')",
        "__import__('re').match('(a+)+b', 'a' * 64)",
    ],
    ids=["spins", "sleeps", "waits on a pipe", "ignores signals", "matches"],
)
def test_program_without_end_meets_the_wall_clock(forever, sandbox):
    run = sandbox.run(request(GOOD_THEN.format(forever), case(0), case(1), case(0), wall_seconds=0.4))
    assert run.end is RunEnd.TIME_LIMIT
    assert [outcome.returned is not None for outcome in run.outcomes] == [True, False, False]


def test_cpu_time_is_limited_by_the_kernel(any_sandbox):
    run = any_sandbox.run(request("def f(x):\n    while True: pass", case(1), cpu_seconds=1, wall_seconds=60.0))
    assert run.end is RunEnd.TIME_LIMIT
    assert "SIGKILL" in run.detail


def test_prints_before_the_deadline_are_shown(sandbox):
    run = sandbox.run(request("def f(x):\n    print('step 1')\n    while True: pass", case(1), wall_seconds=0.3))
    assert run.stdout == "step 1\n"


@pytest.mark.parametrize(
    ("framework", "grab"),
    [
        ("numpy", "np.ones(1 << 40)"),
        ("numpy", "[np.ones(1 << 20) for _ in range(10**6)]"),
        ("numpy", "bytearray(1 << 32)"),
        ("torch", "torch.ones(1 << 34)"),
        ("torch", "[torch.ones(1 << 20) for _ in range(10**6)]"),
    ],
)
def test_memory_beyond_the_limit_is_named(framework, grab, sandbox):
    imported = {"numpy": "import numpy as np", "torch": "import torch"}[framework]
    run = sandbox.run(request(f"{imported}\ndef f(x): return {grab}", case(1), case(2), framework=framework))
    assert run.end is RunEnd.MEMORY_LIMIT
    assert run.outcomes[0].error.type.endswith(("MemoryError", "RuntimeError"))


def test_caught_memory_error_is_the_programs_own_affair(sandbox):
    source = "def f(x):\n    try: bytearray(1 << 40)\n    except MemoryError: return 1"
    assert sandbox.run(request(source, case(1))).end is RunEnd.COMPLETED


def test_memory_limit_is_what_is_asked_for(any_sandbox):
    source = "import numpy as np\ndef f(mib): return np.ones(mib << 17)[0]"
    run = any_sandbox.run(request(source, case(40), case(80), memory_mib=64))
    assert run.outcomes[0].returned is not None
    assert run.outcomes[1].error is not None
    assert run.end is RunEnd.MEMORY_LIMIT


def test_inputs_do_not_count_as_memory(sandbox):
    run = sandbox.run(request("def f(x): return x[0] * 2", case(np.ones(8 << 20)), memory_mib=32))
    assert run.end is RunEnd.COMPLETED


def test_long_output_is_cut_and_labelled_and_changes_nothing(sandbox):
    source = "def f(x):\n    for _ in range(4): print('x' * 2**20)\n    return x"
    run = sandbox.run(request(source, case(1), hidden(2), output_kib=1))
    assert run.end is RunEnd.COMPLETED
    assert run.stdout == "x" * 1024
    assert run.is_stdout_truncated
    assert [outcome.returned.array.item() for outcome in run.outcomes] == [1, 2]


def test_output_of_the_exact_limit_is_whole(sandbox):
    run = sandbox.run(request("def f(x): print('x' * 1023)", case(1), output_kib=1))
    assert len(run.stdout) == 1024
    assert not run.is_stdout_truncated


@pytest.mark.parametrize("cases", [[case(1)], [hidden(1)]], ids=["visible", "hidden"])
def test_flood_of_output_ends_the_run(cases, sandbox):
    run = sandbox.run(request("def f(x):\n    while True: print('x' * 2**20)", *cases))
    assert run.end is RunEnd.OUTPUT_LIMIT
    assert len(run.stdout) <= 64 << 10


def test_result_beyond_the_limit_ends_the_run(sandbox):
    source = "import numpy as np\ndef f(n): return np.broadcast_to(np.float32(0), (n,))"
    run = sandbox.run(request(source, case(4), case(10**9), case(4)))
    assert run.end is RunEnd.OUTPUT_LIMIT
    assert [outcome.returned is not None for outcome in run.outcomes] == [True, False, False]


def test_results_count_together(sandbox):
    source = "import numpy as np\ndef f(n): return tuple(np.zeros(n) for _ in range(40))"
    assert sandbox.run(request(source, case(1 << 18), result_mib=16)).end is RunEnd.OUTPUT_LIMIT


def test_large_result_within_the_limit_arrives_whole(sandbox):
    run = sandbox.run(request("import numpy as np\ndef f(n): return np.arange(n)", case(1_900_000)))
    np.testing.assert_array_equal(only(run).returned.array, np.arange(1_900_000))


def test_leaving_early_loses_nothing_that_arrived(any_sandbox):
    run = any_sandbox.run(request(GOOD_THEN.format("__import__('os')._exit(0)"), case(0), case(1), case(0)))
    assert run.end is RunEnd.CRASHED
    assert [outcome.returned is not None for outcome in run.outcomes] == [True, False, False]
    assert all(outcome.error is None for outcome in run.outcomes)


@pytest.mark.parametrize(
    ("crash", "signal_name"),
    [("ctypes.string_at(0)", "SIGSEGV"), ("os.abort()", "SIG")],
)
def test_crash_is_named(crash, signal_name, any_sandbox):
    run = any_sandbox.run(request(f"import ctypes, os\ndef f(x): {crash}", case(1)))
    assert run.end is RunEnd.CRASHED
    assert signal_name in run.detail


def test_hostile_call_is_a_violation(any_sandbox):
    source = "import ctypes\ndef f(x): return ctypes.CDLL(None).ptrace(0, 0, 0, 0)"
    run = any_sandbox.run(request(source, case(1)))
    assert run.end is RunEnd.VIOLATION
    assert "SIGSYS" in run.detail


def test_source_beyond_the_limit_is_the_callers_mistake(sandbox):
    with pytest.raises(UsageError, match="64 KiB"):
        sandbox.run(request("#" * (65 << 10), case(1)))


def test_numpy_on_a_gpu_is_refused(sandbox):
    with pytest.raises(UsageError, match="CPU only"):
        sandbox.run(request("def f(x): return x", case(1), device="cuda"))


def test_gpu_is_refused_where_there_is_none(sandbox):
    with pytest.raises((UsageError, SandboxError), match="CUDA"):
        sandbox.run(request("def f(x): return x", case(1), framework="torch", device="cuda"))


def test_times_are_measured_outside(sandbox):
    source = """
    import time
    def f(x):
        if x: time.sleep(0.2)
        return x
    time.monotonic = time.perf_counter = time.time = lambda: 0.0
    """
    quick, slow = sandbox.run(request(source, case(0), case(1))).outcomes
    assert slow.wall_ms > max(100, quick.wall_ms)


def test_limits_of_one_request_do_not_stay(sandbox):
    small = request("def f(x): return bytearray(200 << 20) and 1", case(1), memory_mib=64)
    assert sandbox.run(small).end is RunEnd.MEMORY_LIMIT
    roomy = dataclasses.replace(small, limits=dataclasses.replace(small.limits, memory_mib=512))
    assert sandbox.run(roomy).end is RunEnd.COMPLETED
