"""Fork servers come when needed, are replaced when dead, and leave nothing behind."""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from grader.errors import SandboxError
from grader.model import RunEnd
from grader.sandbox import client
from grader.sandbox.server import ForkServer, ServerDied
from tests.grader.sandbox.make import case, only, request

GOOD = request("def f(x): return x * 2", case(np.ones(2)))
SLEEPS = request("import time\ndef f(x):\n    time.sleep(60)", case(1), wall_seconds=60.0)


def server_pids(sandbox) -> dict[str, int]:
    return {framework: server.pid for framework, server in sandbox._servers.items()}


def assert_works(sandbox) -> None:
    np.testing.assert_array_equal(only(sandbox.run(GOOD)).returned.array, [2, 2])


def children_of(pid: int) -> set[int]:
    """Everything below `pid`, whatever namespaces it lives in."""
    parents = {}
    for entry in Path("/proc").iterdir():
        try:
            stat = (entry / "stat").read_text(encoding="ascii", errors="replace") if entry.name.isdigit() else ""
        except OSError:
            continue
        if stat:
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def wait_until_gone(pids: set[int]) -> None:
    for pid in pids:
        try:
            fd = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            assert select.select([fd], [], [], 5.0)[0], f"{pid} lives on"
        finally:
            os.close(fd)


def test_server_starts_when_first_needed_and_stays(own_sandbox):
    assert server_pids(own_sandbox) == {}
    assert_works(own_sandbox)
    first = server_pids(own_sandbox)
    assert set(first) == {"numpy"}
    assert_works(own_sandbox)
    assert server_pids(own_sandbox) == first


def test_dead_server_is_replaced(own_sandbox):
    assert_works(own_sandbox)
    before = server_pids(own_sandbox)["numpy"]
    os.kill(before, signal.SIGKILL)
    assert_works(own_sandbox)
    assert server_pids(own_sandbox)["numpy"] != before


@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
def test_submission_is_tried_again_when_its_server_breaks_under_it(fate, own_sandbox, monkeypatch):
    """The server is hit between taking the request and starting the child."""
    impatient = client.server_limits()
    object.__setattr__(impatient, "reply_seconds", 1.0)
    monkeypatch.setattr(client, "server_limits", lambda: impatient)
    assert_works(own_sandbox)
    hit = []

    def start_child(server, message, fds):
        if not hit:
            hit.append(server.pid)
            for pid in [server.pid, *children_of(server.pid)]:
                os.kill(pid, fate)
        return start(server, message, fds)

    start = ForkServer.start_child
    monkeypatch.setattr(ForkServer, "start_child", start_child)
    assert_works(own_sandbox)
    assert hit != [server_pids(own_sandbox)["numpy"]]


def test_submission_under_which_two_servers_die_is_given_up(own_sandbox, monkeypatch):
    assert_works(own_sandbox)
    starts = []
    monkeypatch.setattr(client, "escapes", lambda server, framework: [])
    start = ForkServer.start_child

    def start_child(server, message, fds):
        starts.append(server.pid)
        os.kill(server.pid, signal.SIGKILL)
        return start(server, message, fds)

    monkeypatch.setattr(ForkServer, "start_child", start_child)
    with pytest.raises(ServerDied):
        own_sandbox.run(SLEEPS)
    assert len(set(starts)) == 2
    monkeypatch.undo()
    assert_works(own_sandbox)


def test_server_that_dies_in_the_middle_of_a_run_is_replaced_and_the_run_repeated(own_sandbox):
    source = """
    import time
    def f(x):
        print("running", flush=True)
        time.sleep(1)
        return x
    """
    assert_works(own_sandbox)
    first = server_pids(own_sandbox)["numpy"]
    threading.Timer(0.3, os.kill, (first, signal.SIGKILL)).start()
    run = own_sandbox.run(request(source, case(3)))
    assert run.end is RunEnd.COMPLETED
    assert only(run).returned.array == 3
    assert run.stdout == "running\n"
    assert server_pids(own_sandbox)["numpy"] != first


def test_interrupted_run_does_not_answer_the_next_one(own_sandbox, monkeypatch):
    assert_works(own_sandbox)

    def interrupt(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(client.Exchange, "_follow", interrupt)
    with pytest.raises(KeyboardInterrupt):
        own_sandbox.run(SLEEPS)
    monkeypatch.undo()
    assert_works(own_sandbox)


def test_server_that_cannot_start_is_our_fault(own_sandbox, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(SandboxError, match="did not start"):
        own_sandbox.run(GOOD)


def test_closing_ends_every_process_and_the_sandbox_may_be_used_again(own_sandbox):
    assert_works(own_sandbox)
    below = {pid for server in server_pids(own_sandbox).values() for pid in {server, *children_of(server)}}
    own_sandbox.close()
    wait_until_gone(below)
    assert_works(own_sandbox)


def test_runs_leave_no_process_and_no_descriptor(sandbox):
    endings = [
        GOOD,
        request("import os\ndef f(x): os._exit(3)", case(1)),
        request("def f(x):\n    while True: pass", case(1), wall_seconds=0.1),
        request("def f(x):\n    while True: print('x' * 2**20)", case(1)),
        request("import os\ndef f(x): os.write(3, b'x' * 100)", case(1)),
        request("import ctypes\ndef f(x): ctypes.string_at(0)", case(1)),
    ]
    for one in endings:
        sandbox.run(one)
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    processes = children_of(os.getpid())
    for one in endings * 3:
        sandbox.run(one)
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors
    assert children_of(os.getpid()) == processes


WORKER = """
import sys
from grader.sandbox import open_sandbox
from tests.grader.sandbox.make import case, request
with open_sandbox() as sandbox:
    sandbox.run(request("def f(x): return x", case(1)))
    print("warm", flush=True)
    sandbox.run(request("import time\\ndef f(x):\\n    time.sleep(600)", case(1), wall_seconds=600.0))
"""


def test_killed_worker_takes_server_and_child_with_it():
    root = Path(__file__).parents[3]
    worker = subprocess.Popen([sys.executable, "-c", WORKER], cwd=root, stdout=subprocess.PIPE, text=True)
    with worker:
        assert worker.stdout.readline() == "warm\n"
        below = children_of(worker.pid)
        assert below
        worker.kill()
        wait_until_gone(below)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_worker_gets_a_server_of_its_own(own_sandbox):
    """Two workers on one server would take each other's answers."""
    assert_works(own_sandbox)
    mine = server_pids(own_sandbox)["numpy"]
    child = os.fork()
    if child == 0:
        status = 1
        try:
            assert_works(own_sandbox)
            status = 0 if server_pids(own_sandbox)["numpy"] != mine else 2
            own_sandbox.close()
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert_works(own_sandbox)
    assert server_pids(own_sandbox)["numpy"] == mine


def test_machine_without_descriptors_is_our_fault(own_sandbox, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    assert_works(own_sandbox)
    with monkeypatch.context() as patched:
        patched.setattr(os, "memfd_create", refuse)
        with pytest.raises(SandboxError, match="no more to give"):
            own_sandbox.run(GOOD)
    assert_works(own_sandbox)
