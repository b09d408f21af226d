"""How the fork server and its children find NumPy and torch without any site-packages folder on sys.path."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class GrantedPackages(MetaPathFinder):
    """Finds the granted top-level packages, and no other; what lies inside them is found as usual."""

    def __init__(self, origins: dict[str, str]) -> None:
        """`origins`: name → path of its __init__.py, or of the file of a module that is no package."""
        self._origins = origins

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        origin = self._origins.get(fullname)
        if path is not None or origin is None:
            return None
        folder, _, file = origin.rpartition("/")
        locations = [folder] if file == "__init__.py" else None
        return importlib.util.spec_from_file_location(fullname, origin, submodule_search_locations=locations)
