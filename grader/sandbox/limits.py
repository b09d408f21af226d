"""Reads `limits.toml`, the one place for default limits."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader.model import Limits

__all__ = ["ChildLimits", "ServerLimits", "child_limits", "default_limits", "server_limits"]

KIB = 1 << 10
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """What is the same for every submission."""

    stack_mib: int
    niceness: int
    printed_mib: int
    envelope_mib: int


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """How long the parent waits for its own fork server."""

    probe_seconds: float
    start_seconds: float
    reply_seconds: float
    close_seconds: float


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("limits.toml").read_text(encoding="utf-8"))


def default_limits() -> Limits:
    """The limits of an exercise that asks for nothing else."""
    return Limits(**_tables()["submission"])


def child_limits() -> ChildLimits:
    return ChildLimits(**_tables()["child"])


def server_limits() -> ServerLimits:
    return ServerLimits(**_tables()["server"])
