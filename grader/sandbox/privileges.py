"""The privilege layers: no_new_privs, no capabilities, and a uid that owns nothing."""

from __future__ import annotations

import errno
import os

from . import kernel
from .namespaces import SANDBOX_UID

CAP_SETGID = 6
CAP_SETUID = 7
CAP_SETPCAP = 8
CAP_SYS_ADMIN = 21


def has_capability(number: int) -> bool:
    return bool(kernel.effective_capabilities() >> number & 1)


def forbid_new_privileges() -> None:
    kernel.set_no_new_privs()


def drop_capabilities(keep: int = 0) -> None:
    """Leave the calling process only the capabilities in `keep` (bit n is capability n). Raises OSError."""
    if has_capability(CAP_SETPCAP):
        _empty_bounding_set()
    kernel.clear_ambient_capabilities()
    kernel.set_capabilities(keep)


def _empty_bounding_set() -> None:
    for number in range(64):
        try:
            kernel.drop_bounding_capability(number)
        except OSError as refusal:
            if refusal.errno == errno.EINVAL:  # past the last one that this kernel knows
                return
            raise


def can_become_sandbox_user() -> bool:
    return has_capability(CAP_SETUID) and has_capability(CAP_SETGID)


def become_sandbox_user(keep: int = 0) -> None:
    """Change from root to the sandbox's uid, keeping the capabilities in `keep`. Raises OSError."""
    if keep:
        kernel.keep_capabilities()
    os.setgroups([])
    os.setresgid(SANDBOX_UID, SANDBOX_UID, SANDBOX_UID)
    os.setresuid(SANDBOX_UID, SANDBOX_UID, SANDBOX_UID)
    if keep:
        kernel.set_capabilities(keep)
