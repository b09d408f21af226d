"""The sandbox's layers for tests. What cannot be tested here is said, and fails where all of it must be tested."""

from __future__ import annotations

from grader.errors import SandboxUnavailable
from grader.sandbox import WarmSandbox, open_sandbox, probe
from grader.sandbox.layers import LANDLOCK, NAMESPACES
from grader.sandbox.status import choose_layers
from tests import servers

__all__ = ["layers_without", "offered_layers", "opened_sandbox"]


def opened_sandbox() -> WarmSandbox:
    """One with every layer of this machine."""
    try:
        return open_sandbox()
    except SandboxUnavailable as lack:
        servers.untested(str(lack))


def offered_layers() -> tuple[str, ...]:
    """All that this machine has."""
    try:
        return choose_layers(probe())
    except SandboxUnavailable as lack:
        servers.untested(str(lack))


def layers_without(layer: str) -> tuple[str, ...]:
    """All that this machine has, less Landlock or namespaces, of which one is enough to grade.

    Skips the test where the kernel or the container lacks either of the two, as `doctor` reports: what would be left is
    then all that there is, or less than is allowed.
    """
    offered = offered_layers()
    lacking = [status for status in probe() if status.name in (LANDLOCK, NAMESPACES) and not status.is_available]
    if lacking:
        servers.impossible("; ".join(f"no {status.name} here ({status.detail})" for status in lacking))
    return tuple(name for name in offered if name != layer)
