"""The Landlock layer: which files may be opened, no TCP, no abstract sockets, no signals to the outside.

Bits and structures: the kernel's documentation, userspace-api/landlock.rst.
"""

from __future__ import annotations

import os
import stat
import struct

from . import kernel

_READ_FILE = 1 << 2
_READ_DIRECTORY = 1 << 3
_WRITE_FILE = 1 << 1

_ALL_NET = 0b11
"""Bind and connect TCP; ABI 4."""
_ALL_SCOPES = 0b11
"""Abstract Unix sockets and signals; ABI 6."""

_NULL_DEVICE = "/dev/null"


def _handled_access(abi: int) -> int:
    """Every right to files that this ABI knows; what is handled and not granted is refused."""
    known = {1: 13, 2: 14, 3: 15, 4: 15}
    return (1 << known.get(abi, 16)) - 1


def create_ruleset(readable: list[str]) -> int:
    """A ruleset that lets `readable` files and folders be read, and nothing else; gives its descriptor.

    Paths that do not exist are left out. Raises OSError where the kernel has no Landlock.
    """
    abi = kernel.landlock_abi()
    attributes = struct.pack("=Q", _handled_access(abi))
    if abi >= 4:
        attributes += struct.pack("=Q", _ALL_NET)
    if abi >= 6:
        attributes += struct.pack("=Q", _ALL_SCOPES)
    ruleset = kernel.landlock_create_ruleset(attributes)
    for path in readable:
        _allow(ruleset, path, _READ_FILE | _READ_DIRECTORY)
    _allow(ruleset, _NULL_DEVICE, _READ_FILE | _WRITE_FILE)
    return ruleset


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        path_fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(path_fd).st_mode):
            access &= ~_READ_DIRECTORY
        kernel.landlock_allow_beneath(ruleset, path_fd, access)
    finally:
        os.close(path_fd)


def apply(ruleset: int) -> None:
    """Put the calling process under `ruleset` for good. Needs no_new_privs. Raises OSError."""
    kernel.landlock_restrict_self(ruleset)
