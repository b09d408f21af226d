"""The fork server: holds NumPy, and torch where asked, warm; forks one single-use child for each submission.

It never reads a byte of a submission: requests and results pass through descriptors that it only hands on, so no
learner's program lies in the memory that the next child inherits. When its client goes away it ends, and takes the
running child with it.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
from pathlib import Path
from typing import Any, NoReturn

from . import kernel, layers, namespaces, privileges, wire
from .packages import GrantedPackages

_MAX_MESSAGE_BYTES = 1 << 16
_READY = b"ready"
_HANDED_OVER = 5
"""Descriptors of a request, in the order of `wire`: output, results, go, visible, hidden."""


def serve(control_fd: int) -> NoReturn:
    """Serve requests from the socket `control_fd` until its other end closes.

    The first message is the plan (`grader.sandbox.grants.Plan`); the answer is {"ready": ...} or {"error": ...}.
    """
    control = socket.socket(fileno=control_fd)
    plan = json.loads(control.recv(_MAX_MESSAGE_BYTES * 4))
    try:
        if layers.NAMESPACES in plan["layers"]:
            _continue_as_pid_one(control)
        server = _Server(control, plan)
    except (OSError, ImportError, RuntimeError) as failure:
        control.send(json.dumps({"error": f"{type(failure).__name__}: {failure}"}).encode())
        os._exit(1)
    control.send(json.dumps({"ready": True}).encode())
    server.serve()


def _continue_as_pid_one(control: socket.socket) -> None:
    """Go on as process 1 of new namespaces; the process that was started only waits for that one."""
    namespaces.enter()
    inner = os.fork()
    if inner:
        control.close()
        _, status = os.waitpid(inner, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


class _Server:
    def __init__(self, control: socket.socket, plan: dict[str, Any]) -> None:
        """Import the frameworks, then shut out the machine. Raises OSError, ImportError or RuntimeError."""
        self._control = control
        self._has_namespaces = layers.NAMESPACES in plan["layers"]
        sys.meta_path.append(GrantedPackages(plan["packages"]))
        from . import child  # only now can NumPy be found

        self._run_child = child.run
        _warm(plan["framework"])
        if _thread_count() != 1:
            raise RuntimeError("the fork server has more than one thread, so its children could hang")
        self._address_space_bytes = _address_space_bytes()
        self._own_namespace_fd = os.open("/proc/self/ns/pid", os.O_RDONLY)
        is_root = os.geteuid() == 0
        if self._has_namespaces:
            namespaces.build_root(plan["folders"], plan["covered"], plan["package_folders"])
            if is_root:
                privileges.become_sandbox_user(keep=1 << privileges.CAP_SYS_ADMIN)
            kernel.die_with_parent(signal.SIGKILL)
        becomes_sandbox_user = plan["becomes_sandbox_user"] and not self._has_namespaces
        self._layers = layers.LayerSet(frozenset(plan["layers"]), plan["readable"], becomes_sandbox_user)
        gc.collect()
        gc.freeze()  # a child's own collections then leave the shared pages alone

    def serve(self) -> NoReturn:
        while True:
            try:
                message, fds, _, _ = socket.recv_fds(self._control, _MAX_MESSAGE_BYTES, _HANDED_OVER)
            except ConnectionResetError:  # closed at the other end with an answer of ours unread
                message = b""
            if not message:
                os._exit(0)
            self._answer(json.loads(message), fds)

    def _answer(self, request: dict[str, Any], fds: list[int]) -> None:
        setup_fd, ready_fd = os.pipe()
        pid = self._fork(request, fds, ready_fd)
        for fd in (*fds, ready_fd):
            os.close(fd)
        with os.fdopen(setup_fd, "rb") as stream:
            problem = stream.read(4096)
        if problem != _READY:
            os.waitpid(pid, 0)
            self._say({"error": problem.decode("utf-8", "replace") or "the child ended before its layers were on"})
            return
        pidfd = os.pidfd_open(pid)
        try:
            socket.send_fds(self._control, [json.dumps({"started": True}).encode()], [pidfd])
            self._wait(pid, pidfd)
        finally:
            os.close(pidfd)

    def _fork(self, request: dict[str, Any], fds: list[int], ready_fd: int) -> int:
        parent = os.getpid()
        if self._has_namespaces:
            kernel.unshare(kernel.CLONE_NEWPID)  # of the next child, not of this process
            parent = 0  # which is what a parent in another process namespace looks like
        pid = os.fork()
        if pid == 0:
            self._become_child(request, fds, ready_fd, parent)
        if self._has_namespaces:
            kernel.setns(self._own_namespace_fd, kernel.CLONE_NEWPID)
        return pid

    def _become_child(self, request: dict[str, Any], fds: list[int], ready_fd: int, parent: int) -> NoReturn:
        """Put all layers on and run the submission. Without every layer, no learner code runs."""
        try:
            os.setsid()  # else kill(0, ...) would reach the fork server's process group
            os.nice(request["niceness"])
            bounds = dict(request["bounds"])
            bounds["address_space_bytes"] += self._address_space_bytes
            self._layers.apply(bounds, parent)
            ready_fd = _arrange_descriptors(fds, ready_fd)
            self._layers.apply_last()
        except (OSError, ValueError) as failure:
            os.write(ready_fd, str(failure).encode())
            os._exit(1)
        os.write(ready_fd, _READY)
        os.close(ready_fd)
        self._run_child()

    def _wait(self, pid: int, pidfd: int) -> None:
        """Report how the child ended; end with it when the client goes away."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(pidfd, select.POLLIN)
        ready = {fd for fd, _ in poll.poll()}
        if pidfd not in ready:  # the client says nothing during a run, so this is its end
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            os._exit(0)
        _, status, usage = os.wait4(pid, 0)
        self._say({"status": status, "cpu_seconds": usage.ru_utime + usage.ru_stime, "max_rss_kib": usage.ru_maxrss})

    def _say(self, message: dict[str, Any]) -> None:
        try:
            self._control.send(json.dumps(message).encode())
        except OSError:  # the client has gone; the next read says so
            return


def _arrange_descriptors(fds: list[int], ready_fd: int) -> int:
    """Put the descriptors of a request where `wire` says and close all others; gives the new place of `ready_fd`."""
    output, *others = fds
    null = os.open(os.devnull, os.O_RDONLY)
    sources = [null, output, output, *others, ready_fd]
    spare = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, len(sources) + 1) for fd in sources]
    for target, fd in enumerate(spare):
        os.dup2(fd, target)
    kernel.close_from(len(sources))
    return wire.FIRST_PRIVATE_FD


def _warm(framework: str) -> None:
    """Import and touch what a first call would be slow in, on one thread, and seed what children inherit."""
    import numpy as np

    np.random.seed(0)  # noqa: NPY002 - learner code may use the old global generator
    numbers = np.linspace(0.0, 1.0, 16).reshape(4, 4)
    np.einsum("ij,jk->ik", np.exp(numbers @ numbers), numbers).sum(axis=-1, keepdims=True)
    if framework == "torch":
        _warm_torch()


def _warm_torch() -> None:
    import torch

    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    with torch.no_grad():
        numbers = torch.linspace(0.0, 1.0, 64).reshape(2, 4, 8)
        torch.softmax(numbers @ numbers.transpose(-1, -2), -1)
        torch.nn.functional.scaled_dot_product_attention(numbers, numbers, numbers)
        torch.nn.MultiheadAttention(8, 2, batch_first=True)(numbers, numbers, numbers)
    torch.manual_seed(0)


def _thread_count() -> int:
    return sum(1 for _ in Path("/proc/self/task").iterdir())


def _address_space_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()
