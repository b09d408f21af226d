"""A first child for every fork server, which tries what learner code must never manage. It is ours, and harmless."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from grader.errors import SandboxError
from grader.model import Case, Framework, RunEnd, SandboxRequest, Text

from .exchange import Exchange
from .limits import child_limits, default_limits
from .server import ForkServer

__all__ = ["escapes"]

_TRICKS = ("open a planted file", "read our source", "write a file", "open a socket", "fork", "execute", "signal")

# Each function returns True if it got through. Their order is that of _TRICKS.
_SOURCE = """
import os
import socket


def opens(path, flags):
    try:
        os.close(os.open(path, flags))
    except OSError:
        return False
    return True


def forks():
    try:
        pid = os.fork()
    except OSError:
        return False
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def happens(trick):
    try:
        trick()
    except OSError:
        return False
    return True


def tricks(planted, source, folder):
    return (
        opens(planted, os.O_RDONLY),
        opens(source, os.O_RDONLY),
        opens(os.path.join(folder, "canary"), os.O_CREAT | os.O_WRONLY),
        happens(lambda: socket.socket().close()),
        forks(),
        happens(lambda: os.execv("/bin/true", ["true"])),
        happens(lambda: os.kill(os.getppid(), 0)),
    )
"""


def escapes(server: ForkServer, framework: Framework) -> list[str]:
    """The tricks that worked in a child of `server`; [] is what it must be. Raises `SandboxError`."""
    with tempfile.TemporaryDirectory() as folder:
        planted = Path(folder, "planted")
        planted.write_text("a secret", encoding="ascii")
        planted.chmod(0o644)
        Path(folder).chmod(0o777)
        case = Case("canary", Text("canary", "canary"), (str(planted), __file__, folder), {}, "float64", (), 0, True)
        request = SandboxRequest(_SOURCE, "tricks", framework, "cpu", (case,), (), default_limits())
        with Exchange(server, request, child_limits()) as exchange:
            run = exchange.run(())
    returned = run.outcomes[0].returned
    if run.end is not RunEnd.COMPLETED or returned is None or len(returned.items) != len(_TRICKS):
        said = run.outcomes[0].error or run.load_error or run.detail
        raise SandboxError(f"the canary did not finish: {run.end}, {said}")
    return [trick for trick, item in zip(_TRICKS, returned.items, strict=True) if np.any(item.array)]
