"""The file that a fresh interpreter is given: it starts the fork server, or probes the layers.

    python -I -S start.py serve FD      python -I -S start.py probe STDLIB

It makes a package of this folder under another name, so that neither `grader` nor anything beside it can be imported.
"""

from __future__ import annotations

import importlib
import json
import sys
import types

_PACKAGE = "sandbox"


def _main(command: str, argument: str) -> None:
    package = types.ModuleType(_PACKAGE)
    package.__path__ = [__file__.rpartition("/")[0]]
    sys.modules[_PACKAGE] = package
    if command == "serve":
        importlib.import_module(f"{_PACKAGE}.zygote").serve(int(argument))
    print(json.dumps(importlib.import_module(f"{_PACKAGE}.layers").probe_all(argument)))


if __name__ == "__main__":
    _main(*sys.argv[1:])
