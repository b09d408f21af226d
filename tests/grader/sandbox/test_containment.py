"""What learner code can see and reach, under each set of layers that is enough to grade."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from grader.model import RunEnd
from grader.sandbox.grants import stdlib_folder
from tests.grader.sandbox.make import case, only, request

ROOT = Path(__file__).parents[3]
SITE_PACKAGES = Path(np.__file__).parents[1]


def truths(run) -> list[bool]:
    outcome = only(run)
    assert outcome.returned is not None, (run.end, run.detail, run.load_error, outcome.error)
    return [bool(item.array) for item in outcome.returned.items]


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_nothing_of_the_site_or_the_engine_can_be_imported(framework, any_sandbox):
    source = f"""
    import importlib, sys
    sys.path += [{str(ROOT)!r}, {str(SITE_PACKAGES)!r}]
    importlib.invalidate_caches()
    def found(name):
        try: importlib.import_module(name)
        except ImportError: return False
        return True
    def f():
        names = "django celery redis grader exercises mha_course psycopg pip".split()
        return tuple(found(name) for name in names)
    """
    assert not any(truths(any_sandbox.run(request(source, case(), framework=framework))))


def test_standard_library_works(any_sandbox):
    source = """
    import importlib
    def works(name):
        importlib.import_module(name)
        return True
    def f():
        names = "decimal fractions json sqlite3 statistics ctypes zoneinfo unittest ssl xml.dom typing csv".split()
        return tuple(works(name) for name in names)
    """
    assert all(truths(any_sandbox.run(request(source, case()))))


def test_no_file_outside_the_grants_can_be_read(any_sandbox, tmp_path):
    planted = tmp_path / "planted"
    planted.write_text("secret", encoding="ascii")
    for folder in (planted, *planted.parents[:3]):
        folder.chmod(0o755)
    source = """
    def readable(path):
        try: open(path, "rb").close()
        except OSError: return False
        return True
    def f(*paths): return tuple(readable(path) for path in paths)
    """
    paths = (str(planted), "/etc/passwd", "/proc/self/environ", "/proc/1/environ", str(ROOT / "grader/attention.py"))
    assert not any(truths(any_sandbox.run(request(source, case(*paths)))))


def test_nothing_can_be_written(any_sandbox):
    source = """
    import os
    def writable(path):
        try: os.close(os.open(path + "/made", os.O_CREAT | os.O_WRONLY))
        except OSError: return False
        return True
    def f(*paths): return tuple(writable(path) for path in paths)
    """
    paths = ("/", "/tmp", "/dev/shm", "/var/tmp", str(SITE_PACKAGES / "numpy"), stdlib_folder())
    assert not any(truths(any_sandbox.run(request(source, case(*paths)))))


def test_environment_holds_nothing_of_the_workers(any_sandbox, monkeypatch):
    monkeypatch.setenv("DJANGO_SECRET_KEY", "secret")
    run = any_sandbox.run(request("import os\ndef f(): return ('DJANGO_SECRET_KEY' in os.environ,)", case()))
    assert truths(run) == [False]


def test_only_the_descriptors_of_a_run_are_open(any_sandbox):
    source = """
    import os
    def f():
        open_fds = []
        for fd in range(1024):
            try: os.fstat(fd)
            except OSError: continue
            open_fds.append(fd)
        return len(open_fds), max(open_fds)
    """
    count, highest = only(any_sandbox.run(request(source, case()))).returned.items
    assert count.array <= 8
    assert highest.array <= 8


@pytest.mark.parametrize(
    "attempt",
    [
        "os.fork()",
        "os.execv('/bin/true', ['true'])",
        "subprocess.run(['true'])",
        "threading.Thread(target=print).start()",
        "socket.socket()",
        "os.kill(1, 0)",
        "os.kill(os.getppid(), 9)",
        "os.memfd_create('x')",
        "os.pipe()",
        "os.nice(-5)",
        "os.setuid(0)",
        "os.sched_setaffinity(0, [0])",
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "os.pwrite(6, b'x', 0)",
        "os.ftruncate(6, 4096)",
        "fcntl.fcntl(6, fcntl.F_ADD_SEALS, 4)",
        "os.posix_fallocate(6, 0, 4096)",
    ],
)
def test_call_that_reaches_out_fails_and_the_run_goes_on(attempt, any_sandbox):
    source = f"""
    import fcntl, os, resource, socket, subprocess, threading
    def f():
        try: {attempt}
        except (OSError, RuntimeError, ValueError): return (False,)
        return (True,)
    """
    run = any_sandbox.run(request(source, case()))
    assert run.end is RunEnd.COMPLETED
    assert truths(run) == [False]


HOSTILE = {
    "ptrace": 101,
    "mount": 165,
    "unshare": 272,
    "bpf": 321,
    "io_uring_setup": 425,
    "keyctl": 250,
    "process_vm_readv": 310,
    "x32 getpid": 0x40000000 + 39,
}


@pytest.mark.parametrize("number", HOSTILE.values(), ids=HOSTILE)
def test_call_that_only_an_attack_makes_ends_the_run(number, any_sandbox):
    run = any_sandbox.run(request(f"import ctypes\ndef f(): return ctypes.CDLL(None).syscall({number}, 0, 0)", case()))
    assert run.end is RunEnd.VIOLATION
    assert only(run).returned is None


def test_learner_code_is_not_root_where_that_can_be_helped(sandbox):
    run = sandbox.run(request("import os\ndef f(): return os.getuid(), os.geteuid(), os.getgid()", case()))
    assert [item.array.item() for item in only(run).returned.items] == [65534] * 3


def test_child_holds_no_capability_and_can_gain_none(any_sandbox):
    source = """
    import ctypes
    def f():
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        sets = (ctypes.c_uint32 * 6)()
        ctypes.CDLL(None).capget(header, sets)  # refused, or all empty
        return (any(sets),)
    """
    assert truths(any_sandbox.run(request(source, case()))) == [False]


def test_next_submission_starts_from_a_clean_image(any_sandbox):
    spoil = """
    import builtins, os, sys, numpy as np
    np.float64 = np.sum = builtins.len = None
    os.environ["LEFT"] = sys.modules["left"] = builtins.left = "behind"
    np.random.seed(7)
    def f(): return 1
    """
    look = """
    import builtins, os, sys, numpy as np
    first = np.random.random()
    def f():
        return "LEFT" in os.environ, "left" in sys.modules, hasattr(builtins, "left"), np.sum is None, first == again()
    def again():
        np.random.seed(7)
        return np.random.random()
    """
    any_sandbox.run(request(spoil, case()))
    assert not any(truths(any_sandbox.run(request(look, case()))))


def test_random_numbers_are_the_same_in_every_child(sandbox):
    source = "import numpy as np, random\ndef f(): return np.random.random(), random.random()"
    first, second = (only(sandbox.run(request(source, case()))).returned for _ in range(2))
    assert [item.array for item in first.items] == [item.array for item in second.items]
