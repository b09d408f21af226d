"""Which processes live below the test run, and whether the run got its own orphans."""

from __future__ import annotations

import ctypes
import os
import select
from contextlib import ExitStack
from pathlib import Path

__all__ = ["adopt_orphans", "descendants", "wait_until_gone"]

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Make this process the parent of its descendants' orphans, so that none can leave the tree unseen."""
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def descendants() -> frozenset[int]:
    """Process numbers of everything below this process, whatever namespaces it lives in."""
    parents = {int(entry.name): _parent(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit()}
    found = {os.getpid()}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return frozenset(found - {os.getpid()})
        found |= more


def wait_until_gone(pids: frozenset[int], wall_seconds: float) -> frozenset[int]:
    """Wait for the end of every one of `pids`, at most so long; gives those that still live."""
    with ExitStack() as stack:
        waiting = {}
        for pid in pids:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            stack.callback(os.close, descriptor)
            waiting[descriptor] = pid
        while waiting:
            ended, _, _ = select.select(list(waiting), [], [], wall_seconds)
            if not ended:
                break
            for descriptor in ended:
                del waiting[descriptor]
        return frozenset(waiting.values())


def _parent(entry: Path) -> int | None:
    try:
        status = (entry / "stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    return int(status.rpartition(")")[2].split()[1])
