"""The one sandbox that a worker process keeps warm: started at the first need, used for one submission at a time."""

from __future__ import annotations

import atexit
import os
from typing import TYPE_CHECKING

from grader.sandbox import open_sandbox

if TYPE_CHECKING:
    from grader.sandbox import WarmSandbox

_kept: tuple[int, WarmSandbox] | None = None
"""The process that opened it, and the sandbox. A forked process must not talk over its parent's pipes."""


def grading_sandbox() -> WarmSandbox:
    """This process's sandbox. Raises `SandboxUnavailable` where learner code could not be contained."""
    global _kept
    if _kept is None or _kept[0] != os.getpid():
        _kept = (os.getpid(), open_sandbox())
    return _kept[1]


def drop_sandbox() -> None:
    """Close this process's sandbox, if it has one; the next need opens a fresh one."""
    global _kept
    if _kept is not None and _kept[0] == os.getpid():
        _kept[1].close()
    _kept = None


atexit.register(drop_sandbox)
