"""Which layers this machine offers, and whether they are enough to run learner code at all."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from functools import cache

from grader.errors import SandboxUnavailable

from . import layers
from .grants import can_give_up_root, stdlib_folder
from .limits import server_limits
from .server import run_start_file

__all__ = ["INSECURE_SWITCH", "LayerStatus", "choose_layers", "probe"]

INSECURE_SWITCH = "GRADER_INSECURE_SANDBOX"
"""Environment variable; "1" lets learner code run below the minimum, with whatever layers there are."""

INSECURE = "INSECURE"
"""Stands among the layers of a run that was made below the minimum."""

_ALWAYS_REQUIRED = frozenset({layers.NO_NEW_PRIVS, layers.RLIMITS, layers.SECCOMP})
_ONE_OF = frozenset({layers.LANDLOCK, layers.NAMESPACES})
_PLATFORM = "platform"


@dataclass(frozen=True, slots=True)
class LayerStatus:
    """One layer on this machine. `is_required`: without it, as things are, nothing would be graded."""

    name: str
    is_available: bool
    is_required: bool
    detail: str
    """In English, for operators; empty when there is nothing to say."""
    remedy: str
    """Id of the message that says what to do about it; empty when it is available."""


@cache
def probe() -> tuple[LayerStatus, ...]:
    """Really try each layer, once for each process of ours. Raises `SandboxError` if even trying fails."""
    if not (sys.platform == "linux" and platform.machine() == "x86_64"):
        detail = f"{sys.platform} on {platform.machine()}; the sandbox knows Linux on x86_64"
        return (LayerStatus(_PLATFORM, False, True, detail, "layer.platform.remedy"),)
    problems: dict[str, str] = run_start_file("probe", stdlib_folder(), server_limits().probe_seconds)
    return tuple(_status(name, problems) for name in layers.ALL)


def _status(name: str, problems: dict[str, str]) -> LayerStatus:
    is_available = not problems[name]
    alternatives = _ONE_OF - {name}
    is_required = name in _ALWAYS_REQUIRED or (name in _ONE_OF and any(problems[other] for other in alternatives))
    detail = problems[name] or _remark(name, problems)
    return LayerStatus(name, is_available, is_required, detail, "" if is_available else f"layer.{name}.remedy")


def _remark(name: str, problems: dict[str, str]) -> str:
    stays_root = os.geteuid() == 0 and problems[layers.NAMESPACES] and not can_give_up_root([stdlib_folder()])
    if name == layers.CAPABILITIES and stays_root:
        return (
            "learner code keeps uid 0, without capabilities: the interpreter lies where only root can read it, "
            "or this root may not change its uid; start the worker as an ordinary user"
        )
    return ""


def choose_layers(statuses: tuple[LayerStatus, ...]) -> tuple[str, ...]:
    """Names of the layers to put on: all that there are.

    Raises `SandboxUnavailable`, which names what is missing, below the minimum, unless the switch is set.
    """
    available = tuple(status.name for status in statuses if status.is_available)
    missing = [status for status in statuses if status.is_required and not status.is_available]
    if not missing:
        return available
    if os.environ.get(INSECURE_SWITCH) == "1" and all(status.name != _PLATFORM for status in missing):
        return (INSECURE, *available)
    listed = "; ".join(f"{status.name} ({status.detail})" for status in missing)
    raise SandboxUnavailable(f"learner code cannot be contained on this machine, missing: {listed}")
