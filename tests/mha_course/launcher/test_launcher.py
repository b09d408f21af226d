"""`make run` as a user meets it: one command, everything there, and nothing left when it ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from mha_course.launcher.broker import redis_binary, socket_path
from mha_course.settings.environment import BASE_DIR
from tests import servers

pytestmark = pytest.mark.redis

COMMAND = [sys.executable, "-m", "mha_course.launcher"]
UP_SECONDS = 120.0


class Site:
    """One launcher with a folder and a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = servers.free_port()
        self.state = folder / "state"
        kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")}
        settings = {"DJANGO_SETTINGS_MODULE": "mha_course.settings.dev"}
        self.environment = {**kept, **settings, "STATE_DIR": str(self.state), "PORT": str(self.port)}
        self._output = folder / "launcher.txt"
        with self._output.open("wb") as output:
            self.process = subprocess.Popen(
                COMMAND, cwd=BASE_DIR, env=self.environment, stdout=output, stderr=output, start_new_session=True
            )

    @property
    def said(self) -> str:
        return self._output.read_text()

    def wait_for(self, words: str) -> None:
        def is_said() -> bool:
            assert self.process.poll() is None or words in self.said, self.said
            return words in self.said

        servers.wait_until(is_said, what=f"the launcher saying {words!r}", seconds=UP_SECONDS)

    def children(self) -> dict[str, int]:
        """Pids of what the launcher itself started, by a word of their command line."""
        found = {}
        for pid in servers.descendants(self.process.pid):
            parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            line = Path(f"/proc/{pid}/cmdline").read_text()
            name = next((name for name in ("uvicorn", "worker", "beat", "server") if name in line), None)
            if parent == self.process.pid and name:
                found[name] = pid
        return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    if redis_binary() is None:
        servers.absent("a Redis or Valkey server")
    site = Site(tmp_path)
    yield site
    if site.process.poll() is None:
        site.process.terminate()
        site.process.wait(60)


def answer(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as response:
        return response.read().decode()


def test_one_command_serves_the_site_replaces_what_dies_and_leaves_nothing(site):
    site.wait_for("Stop: Ctrl-C")
    assert f"http://localhost:{site.port}" in site.said
    assert re.search(r"learner +\S{8,}", site.said)
    assert re.search(r"instructor +\S{8,}", site.said)
    assert "<form" in answer(f"http://127.0.0.1:{site.port}/accounts/login/")

    same_folder = subprocess.run(
        COMMAND, cwd=BASE_DIR, env=site.environment, capture_output=True, text=True, check=False
    )
    assert same_folder.returncode == 1
    assert "already runs" in same_folder.stderr

    worker = site.children()["worker"]
    os.kill(worker, signal.SIGKILL)
    site.wait_for("worker ended; it starts again")
    servers.wait_until(lambda: site.children().get("worker", worker) != worker, what="another worker")

    everything = servers.descendants(site.process.pid)
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(60) == 0
    assert not any(servers.is_alive(pid) for pid in everything)


def test_a_launcher_that_is_killed_takes_everything_with_it(site):
    site.wait_for("Stop: Ctrl-C")
    everything = servers.descendants(site.process.pid)
    assert len(everything) >= 4
    site.process.kill()
    site.process.wait()
    servers.wait_until(
        lambda: not any(servers.is_alive(pid) for pid in everything), what="the end of every process", seconds=60
    )


def test_a_port_in_use_is_said_with_a_way_out(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        environment = {**os.environ, "STATE_DIR": str(tmp_path), "PORT": str(port)}
        ended = subprocess.run(COMMAND, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert f"Port {port}" in ended.stderr
    assert "make run PORT=" in ended.stderr


def test_without_an_installed_server_the_packaged_one_is_taken_and_really_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    binary = redis_binary()
    assert binary.name == "valkey-server"
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    assert "Valkey server" in said


def test_a_long_path_gets_a_socket_that_the_kernel_takes(tmp_path):
    deep = tmp_path / ("x" * 120)
    assert socket_path(tmp_path) == tmp_path / "redis.sock"
    assert len(str(socket_path(deep))) <= 100
