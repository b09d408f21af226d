"""`python -m mha_course.launcher`: web server, worker, scheduler and, if none is named, Redis; Ctrl-C ends them all."""

from __future__ import annotations

import fcntl
import io
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mha_course.launcher import programs
from mha_course.launcher.broker import SERVER_NAMES, redis_binary, socket_path
from mha_course.launcher.supervisor import ChildKeepsDying, Supervisor
from mha_course.settings.environment import BASE_DIR, STATE_DIR, is_set, read

_READY_SECONDS = 60.0
_LOOK_SECONDS = 0.2


class CannotStart(Exception):  # noqa: N818  # it says what is the case
    """Something is in the way; the message says what to do."""


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mha_course.settings.dev")
    os.chdir(BASE_DIR)
    port = read("PORT")
    try:
        with _state_of_its_own(), Supervisor(_say) as supervisor:
            _check_port(port)
            if not is_set("REDIS_URL"):
                _start_redis(supervisor)
            _prepare_database()
            _start_site(supervisor, port)
            _wait_until_served(supervisor, port)
            _say(_welcome(port))
            _warn_if_nothing_can_be_graded()
            while supervisor.watch(at_most_seconds=60):
                pass
            _say("Stopping.")
    except (CannotStart, ChildKeepsDying) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except _AskedToStop:
        _say("Stopped before the site was up.")
    return 0


class _AskedToStop(Exception):  # noqa: N818  # not a fault
    pass


@contextmanager
def _state_of_its_own() -> Iterator[None]:
    """Holds a lock on `var/`: two launchers would share a broker's socket and take each other's work."""
    try:
        STATE_DIR.mkdir(exist_ok=True)
        lock = (STATE_DIR / "launcher.lock").open("w")
    except PermissionError as error:
        raise CannotStart(f"{STATE_DIR} cannot be written by this account. Remove it, or change its owner.") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotStart(f"The site already runs from {BASE_DIR}. Stop that one first.") from error
        yield


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            message = f"Port {port} cannot be used ({error.strerror}). Choose another one: make run PORT={port + 1}"
            raise CannotStart(message) from error


def _start_redis(supervisor: Supervisor) -> None:
    binary = redis_binary()
    if binary is None:
        names = " nor ".join(SERVER_NAMES)
        raise CannotStart(f"Neither {names} is installed, and none is packaged for this machine. Set REDIS_URL.")
    listening = socket_path(STATE_DIR)
    os.environ["REDIS_URL"] = f"unix://{listening}"
    supervisor.add(programs.redis(binary, listening))
    _wait(supervisor, lambda: _accepts(listening), what=f"{binary.name} did not start")


def _accepts(listening: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(listening))
        except OSError:
            return False
    return True


def _prepare_database() -> None:
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("create_demo", if_empty=True, stdout=io.StringIO())
    connections.close_all()


def _start_site(supervisor: Supervisor, port: int) -> None:
    supervisor.add(programs.web(port))
    supervisor.add(programs.worker(uses_gpu=read("HAS_GPU_WORKER")))
    supervisor.add(programs.beat())


def _wait_until_served(supervisor: Supervisor, port: int) -> None:
    _wait(supervisor, lambda: _serves(port), what="The web server did not answer")


def _serves(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def _wait(supervisor: Supervisor, is_so: Callable[[], bool], *, what: str) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while not is_so():
        if not supervisor.watch(at_most_seconds=_LOOK_SECONDS):
            raise _AskedToStop
        if time.monotonic() > deadline:
            raise CannotStart(f"{what} within {_READY_SECONDS:g} s. Logs are in {STATE_DIR / 'log'}.")


def _welcome(port: int) -> str:
    from mha_course.people.demo import remembered

    lines = ["", f"  http://localhost:{port}", ""]
    lines += [f"  {account.username:<12}{account.password}" for account in remembered()]
    return "\n".join([*lines, "", f"  Logs: {STATE_DIR / 'log'}    Stop: Ctrl-C", ""])


def _warn_if_nothing_can_be_graded() -> None:
    from grader.errors import SandboxError
    from grader.sandbox import open_sandbox

    try:
        open_sandbox().close()
    except SandboxError as error:
        _say(f"  NOTHING WILL BE GRADED on this machine: {error}\n  See: .venv/bin/python manage.py doctor\n")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
