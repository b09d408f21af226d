"""What learner code may open, folder by folder: the standard library, NumPy, torch, einops and what they need."""

from __future__ import annotations

import importlib.util
import os
import stat
import sysconfig
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grader.errors import SandboxUnavailable
from grader.model import Framework

from . import privileges

__all__ = ["Plan", "are_readable_by_others", "can_give_up_root", "make_plan", "stdlib_folder"]

_NUMPY_PACKAGES = ("numpy", "einops")
_TORCH_PACKAGES = (
    "torch",
    "torchgen",
    "functorch",
    "sympy",
    "mpmath",
    "networkx",
    "jinja2",
    "markupsafe",
    "typing_extensions",
    "filelock",
    "fsspec",
)
_COMPANION_FOLDERS = ("numpy.libs", "torch.libs")
"""Shared libraries that lie beside the packages, not in them."""

_LIBRARY_FOLDERS = ("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64")
_LIBRARY_CACHE = "/etc/ld.so.cache"
_RANDOM_DEVICE = "/dev/urandom"
_COVERED_NAMES = ("site-packages", "dist-packages")
"""Folders of the standard library that hold other people's packages."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a fork server is told at its start."""

    framework: Framework
    layers: tuple[str, ...]
    becomes_sandbox_user: bool
    """Whether children give up root where no namespace does it for them."""
    packages: dict[str, str]
    """Name of each importable package → path of its first file."""
    package_folders: tuple[str, ...]
    folders: tuple[str, ...]
    covered: tuple[str, ...]
    """Folders inside `folders` that a root of its own must show empty."""
    readable: tuple[str, ...]
    """The same grants for Landlock, which has no way to take a folder out of a granted one."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def stdlib_folder() -> str:
    return sysconfig.get_path("stdlib")


def make_plan(framework: Framework, layers: Iterable[str]) -> Plan:
    """The plan of a fork server for `framework`. Raises `SandboxUnavailable` where the framework is not installed."""
    stdlib = Path(stdlib_folder())
    packages = _find_packages(framework)
    package_folders = tuple(_package_folders(packages))
    libraries = tuple(path for path in (*_LIBRARY_FOLDERS, _LIBRARY_CACHE) if Path(path).exists())
    covered = tuple(str(stdlib / name) for name in _COVERED_NAMES)
    standard = tuple(sorted(str(path) for path in stdlib.iterdir() if path.name not in _COVERED_NAMES))
    return Plan(
        framework=framework,
        layers=tuple(layers),
        becomes_sandbox_user=can_give_up_root([str(stdlib), *package_folders]),
        packages=packages,
        package_folders=package_folders,
        folders=(str(stdlib), *libraries),
        covered=covered,
        readable=(*standard, *libraries, *package_folders, _RANDOM_DEVICE),
    )


def _find_packages(framework: Framework) -> dict[str, str]:
    wanted = _NUMPY_PACKAGES if framework == "numpy" else (*_NUMPY_PACKAGES, *_TORCH_PACKAGES)
    origins: dict[str, str] = {}
    for name in wanted:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None and Path(spec.origin).is_file():
            origins[name] = spec.origin
    missing = {"numpy", framework} - origins.keys()
    if missing:
        raise SandboxUnavailable(f"not installed as plain folders: {', '.join(sorted(missing))}")
    return origins


def _package_folders(packages: dict[str, str]) -> list[str]:
    """The folder of each package, the file of a module that is none, and the companions beside them."""
    paths: list[str] = []
    for origin in packages.values():
        file = Path(origin)
        paths.append(str(file.parent if file.name == "__init__.py" else file))
    parents = {Path(path).parent for path in paths}
    paths += [
        str(parent / name) for parent in sorted(parents) for name in _COMPANION_FOLDERS if (parent / name).is_dir()
    ]
    return paths


def can_give_up_root(paths: Iterable[str]) -> bool:
    """Whether children of a worker run by root can change their uid on their own, and still read `paths`."""
    return os.geteuid() == 0 and privileges.can_become_sandbox_user() and are_readable_by_others(paths)


def are_readable_by_others(paths: Iterable[str]) -> bool:
    """Whether a user who owns nothing could list and read `paths`: an interpreter below /root is not so."""
    for path in paths:
        real = Path(path).resolve()
        needed = stat.S_IROTH | stat.S_IXOTH if real.is_dir() else stat.S_IROTH
        if os.stat(real).st_mode & needed != needed:  # noqa: PTH116 - already resolved
            return False
        if any(not parent.stat().st_mode & stat.S_IXOTH for parent in real.parents):
            return False
    return True
