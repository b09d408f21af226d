"""Names how a run ended, from what the parent and the kernel saw of it."""

from __future__ import annotations

import os
import signal

from grader.model import Limits, RunEnd

from .record import RunRecord
from .server import ChildExit

__all__ = ["name_end"]

_CPU_SLACK_SECONDS = 0.5
"""The kernel stops a child within a tick of its limit, and counts what it had used a little differently."""


def name_end(
    record: RunRecord, forced_end: RunEnd | None, child_exit: ChildExit | None, limits: Limits
) -> tuple[RunEnd, str]:
    """The end and, for operators, what it was seen by. `forced_end` is why the parent itself stopped the child."""
    if forced_end is not None:
        return forced_end, ""
    if record.is_done or child_exit is None:  # it has said all; how it was then put down tells nothing
        return (RunEnd.MEMORY_LIMIT if record.is_out_of_memory else RunEnd.COMPLETED), ""
    if not os.WIFSIGNALED(child_exit.status):
        code = os.waitstatus_to_exitcode(child_exit.status)
        end = RunEnd.MEMORY_LIMIT if record.is_out_of_memory else RunEnd.CRASHED
        return end, f"left with status {code} before it had said all"
    number = os.WTERMSIG(child_exit.status)
    return _end_by_signal(number, child_exit, limits), f"killed by {signal.Signals(number).name}"


def _end_by_signal(number: int, child_exit: ChildExit, limits: Limits) -> RunEnd:
    if number == signal.SIGSYS:
        return RunEnd.VIOLATION
    if number == signal.SIGXCPU:
        return RunEnd.TIME_LIMIT
    if number == signal.SIGKILL:
        # Nobody inside can send it: it is the kernel, for the CPU limit or for want of memory.
        is_cpu = child_exit.cpu_seconds >= limits.cpu_seconds - _CPU_SLACK_SECONDS
        return RunEnd.TIME_LIMIT if is_cpu else RunEnd.MEMORY_LIMIT
    return RunEnd.CRASHED
