"""Children are restarted, given up on when they keep dying, and never left behind."""

from __future__ import annotations

import signal
import sys

import pytest

from mha_course.launcher import supervisor as supervising
from mha_course.launcher.supervisor import Child, ChildKeepsDying, Supervisor
from tests.servers import is_alive

SLEEPER = "import time; time.sleep(600)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"


def python(source: str) -> list[str]:
    return [sys.executable, "-c", source]


def watch_until(supervisor, is_so):
    for _look in range(600):
        if is_so():
            return
        supervisor.watch(at_most_seconds=0.1)
    pytest.fail("the supervisor did not get there")


def test_a_child_that_dies_is_started_again(monkeypatch):
    monkeypatch.setattr(supervising, "_FIRST_DELAY_SECONDS", 0.05)
    said = []
    child = Child("sleeper", python(SLEEPER))
    with Supervisor(said.append) as supervisor:
        supervisor.add(child)
        first = child.popen.pid
        child.popen.kill()
        watch_until(supervisor, lambda: child.popen is not None and child.popen.pid != first)
        assert child.is_running
        last = child.popen.pid
    assert not is_alive(last)
    assert "sleeper ended" in said[0]


def test_a_child_that_keeps_dying_is_given_up_with_its_last_words(monkeypatch, tmp_path):
    monkeypatch.setattr(supervising, "_FIRST_DELAY_SECONDS", 0.01)
    child = Child("broken", python("print('no such table'); raise SystemExit(3)"), log=tmp_path / "broken.log")

    def supervise():
        with Supervisor(lambda _text: None) as supervisor:
            supervisor.add(child)
            watch_until(supervisor, lambda: False)

    with pytest.raises(ChildKeepsDying, match=r"broken ended 5 times.*exit status 3[\s\S]*no such table"):
        supervise()


def test_a_child_that_does_not_listen_is_killed(monkeypatch, tmp_path):
    monkeypatch.setattr(supervising, "_STOP_SECONDS", 0.2)
    log = tmp_path / "deaf.log"
    child = Child("deaf", python(DEAF), log=log)
    with Supervisor(lambda _text: None) as supervisor:
        supervisor.add(child)
        watch_until(supervisor, lambda: "deaf" in log.read_text())
        pid = child.popen.pid
    assert not is_alive(pid)


def test_a_request_to_stop_is_noticed_even_between_two_looks():
    with Supervisor(lambda _text: None) as supervisor:
        signal.raise_signal(signal.SIGTERM)
        assert not supervisor.watch(at_most_seconds=5)


def test_children_hear_signals_that_the_launcher_blocks():
    child = Child("sleeper", python(SLEEPER))
    with Supervisor(lambda _text: None) as supervisor:
        supervisor.add(child)
        child.popen.terminate()
        assert child.popen.wait(30) == -signal.SIGTERM
