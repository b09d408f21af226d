"""Real servers for tests: each in a folder of its own, on a free loopback port, stopped by its pid."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings

from mha_course.launcher.broker import redis_binary

START_SECONDS = 30.0
MUST_HAVE_SERVERS = "MHA_REQUIRE_SERVERS"
"""Set where every server is installed: a missing one then fails the tests instead of skipping them."""


def absent(what: str) -> None:
    """Skip the test for want of something that should be installed, and say so; where servers are required, fail it."""
    untested(f"{what} is not installed here")


def untested(reason: str) -> None:
    """Skip the test, and say so; where servers are required, fail it."""
    message = f"NOT TESTED: {reason}"
    if os.environ.get(MUST_HAVE_SERVERS) == "1":
        pytest.fail(message)
    pytest.skip(message)


def impossible(reason: str) -> None:
    """Skip the test for what this machine's kernel or container lacks and no installation gives, and say so."""
    pytest.skip(f"NOT TESTED: {reason}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(is_so: Callable[[], bool], *, what: str, seconds: float = START_SECONDS) -> None:
    """Wait for something outside this process that sends no event; asks often, so that waits end early."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            pytest.fail(f"{what} did not happen within {seconds:g} s")
        time.sleep(0.02)


class RedisServer:
    """A Redis on loopback. It can be stopped and started again, and keeps nothing over a stop."""

    def __init__(self, binary: str, url: str) -> None:
        self._binary = binary
        self.url = url
        self.port = urlsplit(self.url).port
        self._popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Does nothing if it runs already."""
        if self._popen is not None:
            return
        self._popen = subprocess.Popen(
            [self._binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
        )
        wait_until(self._answers, what="Redis answering")

    def stop(self) -> None:
        if self._popen is not None:
            self._popen.kill()
            self._popen.wait()
            self._popen = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Connections are taken, but nothing is answered: worse than a server that is away."""
        os.kill(self._popen.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._popen.pid, signal.SIGCONT)

    def empty(self) -> None:
        with redis.Redis(port=self.port) as client:
            client.flushall()

    def subscribers(self, channel: str) -> int:
        with redis.Redis(port=self.port) as client:
            return int(client.pubsub_numsub(channel)[0][1])

    def _answers(self) -> bool:
        with redis.Redis(port=self.port, socket_timeout=1) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False


@contextmanager
def running_redis(url: str | None = None) -> Iterator[RedisServer]:
    """A server at `url`; without one, where this run's settings expect it."""
    binary = redis_binary()
    if binary is None:
        absent("a Redis or Valkey server")
    server = RedisServer(str(binary), url or settings.REDIS_URL)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _postgres_binaries() -> Path | None:
    """A folder with all programs of one installation: Debian keeps them off PATH, others on it."""
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    on_path = shutil.which("initdb")
    folders = [*reversed(packaged), *([Path(on_path).resolve().parent] if on_path else [])]
    needed = ("initdb", "postgres", "pg_isready", "createdb")
    return next((folder for folder in folders if all((folder / name).exists() for name in needed)), None)


def _as_ordinary_user() -> dict[str, str]:
    """PostgreSQL refuses to run as root; root therefore lends it another account."""
    return {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}


@contextmanager
def running_postgres() -> Iterator[str]:
    """Yields the URL of an empty database in a fresh cluster that no other program knows of."""
    binaries = _postgres_binaries()
    if binaries is None:
        absent("PostgreSQL")
    account = _as_ordinary_user()
    folder = Path(tempfile.mkdtemp(prefix="mha-postgres-"))
    if account:
        shutil.chown(folder, **account)
    port = free_port()
    cluster = folder / "cluster"
    run = {"check": True, "cwd": folder, "stdout": subprocess.DEVNULL, **account}
    subprocess.run([binaries / "initdb", "-D", cluster, "-U", "mha", "-A", "trust", "-E", "UTF8", "--no-sync"], **run)
    server = subprocess.Popen(
        [binaries / "postgres", "-D", cluster, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        **account,
    )
    try:
        ready = [binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-q"]
        wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, what="PostgreSQL accepting connections")
        subprocess.run([binaries / "createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "mha", "mha"], check=True)
        yield f"postgres://mha@127.0.0.1:{port}/mha"
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)


def kill_session(leader: subprocess.Popen[bytes]) -> None:
    """End a process that was started in a session of its own, and whatever it left there."""
    with suppress(ProcessLookupError):
        os.killpg(leader.pid, signal.SIGKILL)
    leader.wait()


def descendants(pid: int) -> list[int]:
    """Every living process below `pid`, nearest first."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if fields[0] != "Z":
            children.setdefault(int(fields[1]), []).append(int(status.parent.name))
    found, next_ones = [], [pid]
    while next_ones:
        next_ones = [child for parent in next_ones for child in children.get(parent, [])]
        found += next_ones
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
