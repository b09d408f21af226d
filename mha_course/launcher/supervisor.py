"""Keeps a few child processes alive, and leaves none behind however it ends itself."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Self

__all__ = ["Child", "ChildKeepsDying", "Supervisor"]

_PR_SET_PDEATHSIG = 1
_STOP_SECONDS = 10.0
_FIRST_DELAY_SECONDS = 1.0
_MAX_DEATHS = 5
_FORGIVEN_AFTER_SECONDS = 60.0
_LISTENED = (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_libc = ctypes.CDLL(None, use_errno=True)


class ChildKeepsDying(Exception):  # noqa: N818  # it names what happens
    """A child died again and again; the message names it and shows the end of its log."""


@dataclass
class Child:
    """One long-running program. Without a `log`, it writes to the terminal."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    log: Path | None = None
    popen: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)
    restart_at: float | None = None

    def start(self) -> None:
        """Start it as the leader of a session of its own, so that a Ctrl-C in the terminal reaches the launcher only.

        It gets SIGTERM from the kernel should the launcher be killed.
        """
        self.restart_at = None
        output = self.log.open("ab") if self.log else None
        try:
            self.popen = subprocess.Popen(
                self.arguments,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                start_new_session=True,
                preexec_fn=partial(_tie_to, os.getpid()),  # safe: the launcher has one thread
            )
        finally:
            if output:
                output.close()

    @property
    def is_running(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def ask_to_stop(self) -> None:
        if self.is_running:
            self.popen.terminate()

    def stop(self) -> None:
        """Wait until it has ended, then insist; whatever is left of its session goes with it."""
        if self.popen is None:
            return
        try:
            self.popen.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        self._end_session()
        self.popen = None

    def note_death(self, now: float) -> None:
        """Plan the restart, each time later. Raises `ChildKeepsDying` if there have been too many."""
        code = self.popen.returncode if self.popen else None
        self._end_session()
        self.popen = None
        self.deaths = [moment for moment in self.deaths if now - moment < _FORGIVEN_AFTER_SECONDS] + [now]
        if len(self.deaths) >= _MAX_DEATHS:
            raise ChildKeepsDying(
                f"{self.name} ended {len(self.deaths)} times (exit status {code}).{self._last_words()}"
            )
        self.restart_at = now + _FIRST_DELAY_SECONDS * 2 ** (len(self.deaths) - 1)

    def _end_session(self) -> None:
        try:
            os.killpg(self.popen.pid, signal.SIGKILL)
        except ProcessLookupError:
            return

    def _last_words(self) -> str:
        if self.log is None or not self.log.exists():
            return ""
        lines = self.log.read_text(errors="replace").splitlines()[-15:]
        return f" The end of {self.log}:\n" + "\n".join(f"    {line}" for line in lines)


class Supervisor:
    """Starts children in order, restarts what dies, and stops the first one last: the others may still talk to it.

    As a context manager it blocks the signals it listens to, so that none is missed between two looks.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._children: list[Child] = []

    def __enter__(self) -> Self:
        self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, _LISTENED)
        return self

    def __exit__(self, *_exception: object) -> None:
        servers, clients = self._children[:1], self._children[1:]
        for group in (clients, servers):
            for child in group:
                child.ask_to_stop()
            for child in group:
                child.stop()
        signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)

    def add(self, child: Child) -> None:
        self._children.append(child)
        child.start()

    def watch(self, *, at_most_seconds: float) -> bool:
        """Look after the children for a while, or until one of them changes. False once someone asked to stop."""
        got = signal.sigtimedwait(_LISTENED, max(0.0, min([at_most_seconds, *self._restart_delays()])))
        if got is not None and got.si_signo != signal.SIGCHLD:
            return False
        now = time.monotonic()
        for child in self._children:
            if child.popen is not None and not child.is_running:
                child.note_death(now)
                self._say(f"{child.name} ended; it starts again in {child.restart_at - now:g} s.")
            elif child.restart_at is not None and child.restart_at <= now:
                child.start()
        return True

    def _restart_delays(self) -> list[float]:
        now = time.monotonic()
        return [child.restart_at - now for child in self._children if child.restart_at is not None]


def _tie_to(launcher: int) -> None:
    """Runs in the child: undo the launcher's signal mask, and end when the launcher does."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != launcher:
        os._exit(1)
