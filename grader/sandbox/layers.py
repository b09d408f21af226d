"""The layers between learner code and the machine, in the order in which a child puts them on.

`probe_all` really tries each of them in a process of its own; `LayerSet` puts on those that were chosen.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from . import kernel, landlock, namespaces, privileges, rlimits, seccomp

NO_NEW_PRIVS = "no_new_privs"
CAPABILITIES = "capabilities"
RLIMITS = "rlimits"
SECCOMP = "seccomp"
LANDLOCK = "landlock"
NAMESPACES = "namespaces"

ALL = (NAMESPACES, RLIMITS, CAPABILITIES, NO_NEW_PRIVS, LANDLOCK, SECCOMP)

_FORBIDDEN_FILE = "/etc/passwd"


class LayerSet:
    """The chosen layers, prepared once in the fork server and put on in each child."""

    def __init__(self, names: frozenset[str], readable: list[str], becomes_sandbox_user: bool) -> None:
        """`readable` are the files and folders that Landlock will let a child read. Raises OSError."""
        self._names = names
        self._becomes_sandbox_user = becomes_sandbox_user
        self._filter = seccomp.assemble()
        self._ruleset = landlock.create_ruleset(readable) if LANDLOCK in names else -1

    def apply(self, bounds: Mapping[str, int], parent: int) -> None:
        """Put everything but seccomp on the calling child; raises OSError, and the child must then end.

        `parent` is the fork server's pid as the child would see it: with another one, the server has already died.
        """
        if RLIMITS in self._names:
            rlimits.apply(bounds)
        if self._becomes_sandbox_user:
            privileges.become_sandbox_user()
        if CAPABILITIES in self._names:
            privileges.drop_capabilities()
        kernel.die_with_parent(signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        if NO_NEW_PRIVS in self._names:
            privileges.forbid_new_privileges()
        if LANDLOCK in self._names:
            landlock.apply(self._ruleset)

    def apply_last(self) -> None:
        """The allow-list of system calls, after which nothing more can be set up. Raises OSError."""
        if SECCOMP in self._names:
            seccomp.apply(self._filter)


def probe_all(stdlib: str) -> dict[str, str]:
    """Layer → "" if it works here, else why not. Tries each in a forked child; the caller must have one thread."""
    attempts: dict[str, Callable[[], None]] = {
        NO_NEW_PRIVS: _try_no_new_privs,
        CAPABILITIES: _try_capabilities,
        RLIMITS: _try_rlimits,
        SECCOMP: _try_seccomp,
        LANDLOCK: lambda: _try_landlock(stdlib),
        NAMESPACES: lambda: _try_namespaces(stdlib),
    }
    return {name: in_fork(attempt) for name, attempt in attempts.items()}


def in_fork(attempt: Callable[[], None]) -> str:
    """Run `attempt` in a forked child: "" if it returns, else what it raised or how it died."""
    read_fd, write_fd = os.pipe()
    pid = os.fork()
    if pid == 0:
        _report(attempt, write_fd)
    os.close(write_fd)
    with os.fdopen(read_fd, "rb") as stream:
        text = stream.read().decode("utf-8", "replace")
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    return text


def _report(attempt: Callable[[], None], write_fd: int) -> NoReturn:
    try:
        attempt()
    except (OSError, AssertionError, ValueError, MemoryError) as refusal:
        os.write(write_fd, (str(refusal) or type(refusal).__name__).encode())
    finally:
        os._exit(0)


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def _try_no_new_privs() -> None:
    privileges.forbid_new_privileges()
    _expect(kernel.has_no_new_privs(), "the flag did not stay on")


def _try_capabilities() -> None:
    privileges.drop_capabilities()
    _expect(kernel.effective_capabilities() == 0, "capabilities stayed on")


def _try_rlimits() -> None:
    current = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    room_bytes = 16 << 20
    rlimits.apply(
        {
            "address_space_bytes": current + room_bytes,
            "cpu_seconds": 5,
            "file_descriptors": 32,
            "processes": 1,
            "stack_bytes": room_bytes // 2,
        }
    )
    try:
        bytearray(4 * room_bytes)
    except MemoryError:
        return
    raise AssertionError("memory could be taken beyond the limit")


def _try_seccomp() -> None:
    privileges.forbid_new_privileges()
    seccomp.apply(seccomp.assemble())
    _expect(os.getpid() > 0, "an allowed call failed")
    try:
        socket.socket()
    except PermissionError:
        return
    raise AssertionError("a socket could be opened")


def _try_landlock(stdlib: str) -> None:
    ruleset = landlock.create_ruleset([stdlib])
    privileges.forbid_new_privileges()
    landlock.apply(ruleset)
    Path(stdlib, "os.py").read_bytes()
    try:
        Path(_FORBIDDEN_FILE).read_bytes()
    except PermissionError:
        return
    raise AssertionError("a file that was not granted could be read")


def _try_namespaces(stdlib: str) -> None:
    namespaces.enter()
    problem = in_fork(lambda: _try_root(stdlib))
    if problem:
        raise OSError(problem)


def _try_root(stdlib: str) -> None:
    _expect(os.getpid() == 1, "no process namespace of its own")
    is_root = os.geteuid() == 0
    namespaces.build_root([stdlib], [], [])
    if is_root:
        privileges.become_sandbox_user(keep=1 << privileges.CAP_SYS_ADMIN)
    Path(stdlib, "os.py").read_bytes()
    _expect(not Path(_FORBIDDEN_FILE).exists(), "the machine's files stayed in sight")
    kernel.unshare(kernel.CLONE_NEWPID)
    problem = in_fork(lambda: _expect(os.getpid() == 1, "no process namespace for a child"))
    if problem:
        raise OSError(problem)
