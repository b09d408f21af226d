"""The namespaces layer: own users, processes, mounts, network, IPC and host name, and a root with the grants only.

All of it runs in the fork server before any learner code: a submission pays only for one process namespace.
"""

from __future__ import annotations

import os
from pathlib import Path

from . import kernel

SANDBOX_UID = 65534
"""Also the gid. Who learner code is, inside; outside too where we were started as root."""

_EVERY_KIND = (
    kernel.CLONE_NEWUSER
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNS
    | kernel.CLONE_NEWNET
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
    | kernel.CLONE_NEWCGROUP
)

_DEVICES = ("/dev/null", "/dev/urandom")
_MOUNT_POINTS = ("/mnt", "/srv", "/media", "/opt", "/var/lib", "/run", "/home", "/tmp")  # noqa: S108 - only covered, never written


def enter() -> None:
    """Move the calling process into new namespaces of every kind; the next process that it forks is number 1 there.

    Raises OSError where the kernel, or the container around us, forbids it.
    """
    if os.geteuid() == 0:
        _enter_as_root()
        return
    uid, gid = os.geteuid(), os.getegid()
    kernel.unshare(_EVERY_KIND)
    _write_own("setgroups", "deny")
    _write_own("uid_map", f"{SANDBOX_UID} {uid} 1")
    _write_own("gid_map", f"{SANDBOX_UID} {gid} 1")


def _write_own(name: str, text: str) -> None:
    Path("/proc/self", name).write_text(text, encoding="ascii")


def _enter_as_root() -> None:
    """Root keeps uid 0 inside for building the new root, and maps a second uid to become afterwards.

    A map of two uids must be written by a process that is still outside, hence the fork.
    """
    wait_fd, go_fd = os.pipe()
    outer = os.getpid()
    mapper = os.fork()
    if mapper == 0:
        os.close(go_fd)
        _map_from_outside(wait_fd, outer)
    os.close(wait_fd)
    try:
        kernel.unshare(_EVERY_KIND)
        os.write(go_fd, b"!")
    finally:
        os.close(go_fd)
        _, status = os.waitpid(mapper, 0)
    if status:
        raise PermissionError("uid_map: the map of two uids was refused")


def _map_from_outside(wait_fd: int, pid: int) -> None:
    """Body of the process that stays outside; never returns."""
    status = 1
    try:
        if os.read(wait_fd, 1):
            for name in ("uid_map", "gid_map"):
                Path(f"/proc/{pid}/{name}").write_text(f"0 0 1\n{SANDBOX_UID} {SANDBOX_UID} 1\n", encoding="ascii")
        status = 0
    finally:
        os._exit(status)


def build_root(folders: list[str], covered: list[str], packages: list[str]) -> None:
    """Give the calling process a root of its own that holds, read-only, `folders`, `packages` and two devices.

    `covered` are folders inside `folders` that must look empty; `packages` may lie inside them again.
    Raises OSError.
    """
    kernel.mount(None, "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
    root = _free_mount_point([*folders, *packages])
    kernel.mount("none", root, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,nr_inodes=4096,mode=755")
    for path in folders:
        _bind(root, path)
    for path in covered:
        if Path(root + path).is_dir():
            kernel.mount("none", root + path, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=64k,mode=755")
    for path in packages:
        _bind(root, path)
    for path in _DEVICES:
        _make_target(Path(path), Path(root + path))
    read_only = kernel.MOUNT_ATTR_RDONLY | kernel.MOUNT_ATTR_NOSUID
    kernel.set_mount_attributes(root, read_only | kernel.MOUNT_ATTR_NODEV)
    for path in _DEVICES:
        kernel.mount(path, root + path, None, kernel.MS_BIND)
        kernel.set_mount_attributes(root + path, read_only)
    os.chdir(root)
    kernel.pivot_root_here()


def _free_mount_point(paths: list[str]) -> str:
    """A folder that hides none of `paths` when something is mounted on it."""
    resolved = [Path(path).resolve() for path in paths]
    for candidate in _MOUNT_POINTS:
        folder = Path(candidate)
        if folder.is_dir() and not any(path.is_relative_to(folder) for path in [*resolved, *map(Path, paths)]):
            return candidate
    raise FileNotFoundError("no folder is free to build the sandbox's root on")


def _bind(root: str, path: str) -> None:
    """Mount `path` under the new root, by the name it is asked for and by its real one."""
    real = str(Path(path).resolve())
    if not Path(real).exists():
        return
    for name in {path, real}:
        target = Path(root + name)
        _make_target(Path(real), target)
        # A container's own submounts are locked: a bind without them is refused.
        kernel.mount(real, str(target), None, kernel.MS_BIND | kernel.MS_REC)


def _make_target(source: Path, target: Path) -> None:
    if target.exists():
        return
    if source.is_dir():
        target.mkdir(parents=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
