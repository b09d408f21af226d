"""The one sandbox that a worker process keeps warm, used for one submission at a time."""

from __future__ import annotations

import logging
import os
from typing import Any

from celery.signals import worker_process_init, worker_process_shutdown

from grader.errors import SandboxError
from grader.model import SandboxRequest
from grader.sandbox import WarmSandbox, default_limits, open_sandbox

__all__ = ["drop_sandbox", "grading_sandbox", "warm_up"]

logger = logging.getLogger(__name__)

_NOTHING = "def nothing(): pass"

_kept: tuple[int, WarmSandbox] | None = None
"""The process that opened it, and the sandbox. A forked process must not talk over its parent's pipes."""


def grading_sandbox() -> WarmSandbox:
    """This process's sandbox. Raises `SandboxUnavailable` where learner code could not be contained."""
    global _kept
    if _kept is None or _kept[0] != os.getpid():
        _kept = (os.getpid(), open_sandbox())
    return _kept[1]


def drop_sandbox(**_sent: Any) -> None:
    """Close this process's sandbox, if it has one; the next need opens a fresh one."""
    global _kept
    if _kept is not None and _kept[0] == os.getpid():
        _kept[1].close()
    _kept = None


def warm_up(**_sent: Any) -> None:
    """Start what the first submissions will need, before any lease begins: importing torch takes seconds.

    A sandbox that does not start is logged here and tried again with each submission, which then says so.
    """
    try:
        for framework in ("numpy", "torch"):
            grading_sandbox().run(
                SandboxRequest(
                    source=_NOTHING,
                    entry_point="nothing",
                    framework=framework,
                    device="cpu",
                    visible=(),
                    hidden=(),
                    limits=default_limits(),
                )
            )
    except SandboxError:
        logger.exception("The sandbox does not start: submissions will fail as our fault. See manage.py doctor")
        drop_sandbox()


worker_process_init.connect(warm_up)
worker_process_shutdown.connect(drop_sandbox)
