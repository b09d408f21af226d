"""Linux system calls that the standard library has no function for, through ctypes. Numbers are those of x86-64.

Every function raises OSError, with the name of the call, when the kernel refuses.
"""

from __future__ import annotations

import ctypes
import os
import struct

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000
MS_NOSUID = 0x2
MS_NODEV = 0x4
MNT_DETACH = 2

MOUNT_ATTR_RDONLY = 0x1
MOUNT_ATTR_NOSUID = 0x2
MOUNT_ATTR_NODEV = 0x4

_SYS_PIVOT_ROOT = 155
_SYS_CAPGET = 125
_SYS_CAPSET = 126
_SYS_SECCOMP = 317
_SYS_CLOSE_RANGE = 436
_SYS_MOUNT_SETATTR = 442
_SYS_LANDLOCK_CREATE_RULESET = 444
_SYS_LANDLOCK_ADD_RULE = 445
_SYS_LANDLOCK_RESTRICT_SELF = 446

_PR_SET_PDEATHSIG = 1
_PR_SET_KEEPCAPS = 8
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_GET_NO_NEW_PRIVS = 39
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4

_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_SECCOMP_SET_MODE_FILTER = 1
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_RULE_PATH_BENEATH = 1
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, call: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")
    return result


def _syscall(call: str, number: int, *arguments: object) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return _check(int(_libc.syscall(ctypes.c_long(number), *words)), call)


def _prctl(call: str, option: int, *arguments: int) -> int:
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    return _check(int(_libc.prctl(ctypes.c_int(option), *words)), call)


def unshare(flags: int) -> None:
    _check(_libc.unshare(ctypes.c_int(flags)), "unshare")


def setns(fd: int, kind: int) -> None:
    _check(_libc.setns(ctypes.c_int(fd), ctypes.c_int(kind)), "setns")


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    words = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    _check(_libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]), f"mount {target}")


def set_mount_attributes(target: str, attributes: int) -> None:
    """Set `attributes` on `target` and on everything mounted below it. Linux 5.12 or newer."""
    record = ctypes.create_string_buffer(struct.pack("=QQQQ", attributes, 0, 0, 0), 32)
    path = ctypes.c_char_p(os.fsencode(target))
    _syscall("mount_setattr", _SYS_MOUNT_SETATTR, _AT_FDCWD, path, _AT_RECURSIVE, record, 32)


def pivot_root_here() -> None:
    """Make the working directory the root and let go of the old one."""
    here = ctypes.c_char_p(b".")
    _syscall("pivot_root", _SYS_PIVOT_ROOT, here, here)
    _check(_libc.umount2(b".", ctypes.c_int(MNT_DETACH)), "umount2")
    os.chdir("/")


def die_with_parent(signal_number: int) -> None:
    _prctl("prctl(PR_SET_PDEATHSIG)", _PR_SET_PDEATHSIG, signal_number)


def keep_capabilities() -> None:
    """Let permitted capabilities survive the next change of uid."""
    _prctl("prctl(PR_SET_KEEPCAPS)", _PR_SET_KEEPCAPS, 1)


def set_no_new_privs() -> None:
    _prctl("prctl(PR_SET_NO_NEW_PRIVS)", _PR_SET_NO_NEW_PRIVS, 1)


def has_no_new_privs() -> bool:
    return _prctl("prctl(PR_GET_NO_NEW_PRIVS)", _PR_GET_NO_NEW_PRIVS) == 1


def clear_ambient_capabilities() -> None:
    _prctl("prctl(PR_CAP_AMBIENT)", _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)


def drop_bounding_capability(number: int) -> None:
    """Raises OSError EINVAL past the last capability that this kernel knows, EPERM without CAP_SETPCAP."""
    _prctl("prctl(PR_CAPBSET_DROP)", _PR_CAPBSET_DROP, number)


def _capability_header() -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), 8)


def set_capabilities(mask: int) -> None:
    """Make `mask` (bit n is capability n) the effective and permitted set; nothing stays inheritable."""
    low, high = mask & 0xFFFFFFFF, mask >> 32
    record = ctypes.create_string_buffer(struct.pack("=6I", low, low, 0, high, high, 0), 24)
    _syscall("capset", _SYS_CAPSET, _capability_header(), record)


def effective_capabilities() -> int:
    """Union of the effective and permitted sets, bit n for capability n."""
    record = ctypes.create_string_buffer(24)
    _syscall("capget", _SYS_CAPGET, _capability_header(), record)
    effective_low, permitted_low, _, effective_high, permitted_high, _ = struct.unpack("=6I", record.raw)
    return int(effective_low | permitted_low | (effective_high | permitted_high) << 32)


def close_from(first: int) -> None:
    """Close every descriptor from `first` on."""
    _syscall("close_range", _SYS_CLOSE_RANGE, first, 0xFFFFFFFF, 0)


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def install_filter(program: bytes) -> None:
    """Load a seccomp-BPF `program` (8 bytes an instruction) for this process; it can never be taken off."""
    buffer = ctypes.create_string_buffer(program, len(program))
    record = _FilterProgram(len(program) // 8, ctypes.addressof(buffer))
    _syscall("seccomp", _SYS_SECCOMP, _SECCOMP_SET_MODE_FILTER, 0, ctypes.byref(record))


def landlock_abi() -> int:
    """Version of Landlock that this kernel offers. Raises OSError where there is none."""
    flag = _LANDLOCK_CREATE_RULESET_VERSION
    return _syscall("landlock_create_ruleset", _SYS_LANDLOCK_CREATE_RULESET, ctypes.c_void_p(None), 0, flag)


def landlock_create_ruleset(attributes: bytes) -> int:
    """A new ruleset's descriptor."""
    record = ctypes.create_string_buffer(attributes, len(attributes))
    return _syscall("landlock_create_ruleset", _SYS_LANDLOCK_CREATE_RULESET, record, len(attributes), 0)


def landlock_allow_beneath(ruleset_fd: int, path_fd: int, access: int) -> None:
    record = ctypes.create_string_buffer(struct.pack("=Qi", access, path_fd), 12)
    rule = _LANDLOCK_RULE_PATH_BENEATH
    _syscall("landlock_add_rule", _SYS_LANDLOCK_ADD_RULE, ruleset_fd, rule, record, 0)


def landlock_restrict_self(ruleset_fd: int) -> None:
    _syscall("landlock_restrict_self", _SYS_LANDLOCK_RESTRICT_SELF, ruleset_fd, 0)
