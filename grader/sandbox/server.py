"""Starts, feeds and stops one fork server from outside. Each is a fresh interpreter: nothing of ours is inherited."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.errors import SandboxError

from .grants import Plan
from .limits import ServerLimits

__all__ = ["ChildExit", "ForkServer", "ServerDied", "run_start_file"]

_START_FILE = Path(__file__).with_name("start.py")
_MAX_MESSAGE_BYTES = 1 << 16

# Nothing of the worker's own environment: it holds the secrets of the site. One thread, because a library's threads do
# not survive a fork; OMP_THREAD_LIMIT also makes a learner's torch.set_num_threads harmless.
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OMP_THREAD_LIMIT": "1",
    "CUDA_VISIBLE_DEVICES": "",  # torch built for GPUs would otherwise start threads at the first backward pass
    "TORCH_DEVICE_BACKEND_AUTOLOAD": "0",
}


class ServerDied(SandboxError):  # noqa: N818 - says what happened
    """The fork server is gone or no longer answers; the submission may be tried on a new one."""


@dataclass(frozen=True, slots=True)
class ChildExit:
    """How the kernel says that a child ended."""

    status: int
    cpu_seconds: float
    max_rss_kib: int


def _command(*arguments: str) -> list[str]:
    """-I and -S: no environment variable, no user folder and no site-packages has a say."""
    return [sys.executable, "-I", "-S", "-B", str(_START_FILE), *arguments]


def run_start_file(command: str, argument: str, timeout_seconds: float) -> Any:
    """Output of a short-lived `start.py`, parsed. Raises `SandboxError`."""
    try:
        finished = subprocess.run(
            _command(command, argument),
            env=_ENVIRONMENT,
            cwd="/",
            capture_output=True,
            timeout=timeout_seconds,
            check=True,
        )
        return json.loads(finished.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as failure:
        raise SandboxError(f"start.py {command}: {failure}") from failure


def _start(control_fd: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        _command("serve", str(control_fd)),
        env=_ENVIRONMENT,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[control_fd],
        start_new_session=True,  # a terminal's Ctrl-C is for the worker, which then closes the socket
    )


class ForkServer:
    """One running fork server. Not for use by several threads."""

    def __init__(self, plan: Plan, limits: ServerLimits) -> None:
        """Starts it and waits until it is warm. Raises `SandboxError`."""
        self._limits = limits
        self._owner = os.getpid()
        self._owes_exit = False
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._popen = _start(theirs.fileno())
        try:
            self._control.send(json.dumps(plan.as_json()).encode())
            answer, _ = self._receive(limits.start_seconds)
        except (OSError, SandboxError) as failure:
            self.kill()
            raise SandboxError(f"the fork server for {plan.framework} did not start: {failure}") from failure
        if "error" in answer:
            self.kill()
            raise SandboxError(f"the fork server for {plan.framework} did not start: {answer['error']}")

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def control_fd(self) -> int:
        """Readable when the running child has ended, or the server has died."""
        return self._control.fileno()

    @property
    def is_usable(self) -> bool:
        """Whether it lives and is this process's own: two that shared one would take each other's answers."""
        return self._owner == os.getpid() and self._popen.poll() is None and self._control.fileno() >= 0

    def start_child(self, request: Mapping[str, Any], fds: list[int]) -> int:
        """Fork a child with all layers on; gives a pidfd, which the caller closes.

        Raises `ServerDied`, or `SandboxError` where a layer could not be put on.
        """
        if self._owes_exit:
            self.wait_child()
        try:
            socket.send_fds(self._control, [json.dumps(request).encode()], fds)
        except OSError as failure:
            raise ServerDied(f"the fork server took no request: {failure}") from failure
        answer, pidfd = self._receive(self._limits.reply_seconds)
        if "error" in answer or pidfd is None:
            raise SandboxError(f"a child could not be contained: {answer.get('error', 'no pidfd')}")
        self._owes_exit = True
        return pidfd

    def wait_child(self) -> ChildExit:
        """Collect the running child, which must have ended or been killed. Raises `ServerDied`.

        A killed child need not be collected at once: taking down the large image that it shares with the server lasts
        longer than many submissions run, so the next `start_child` does it where nobody did before.
        """
        answer, _ = self._receive(self._limits.reply_seconds)
        self._owes_exit = False
        return ChildExit(answer["status"], answer["cpu_seconds"], answer["max_rss_kib"])

    def _receive(self, timeout_seconds: float) -> tuple[dict[str, Any], int | None]:
        deadline = time.monotonic() + timeout_seconds
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise ServerDied(f"no answer from the fork server in {timeout_seconds} s")
        try:
            message, fds, _, _ = socket.recv_fds(self._control, _MAX_MESSAGE_BYTES, 1)
        except OSError as failure:
            raise ServerDied(f"the fork server is gone: {failure}") from failure
        if not message:
            raise ServerDied("the fork server is gone")
        return json.loads(message), (fds[0] if fds else None)

    def close(self) -> None:
        """End the server and whatever child it still has."""
        self._control.close()
        if self._owner == os.getpid():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(self._limits.close_seconds)
        self.kill()

    def kill(self) -> None:
        """End it at once. Its child, and with namespaces the server inside them, die with it by the kernel's hand."""
        self._control.close()
        if self._owner != os.getpid():  # a fork of its owner only lets go of it
            self._popen.returncode = 0
            return
        self._popen.kill()
        self._popen.wait()
