from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailable
from grader.model import Sandbox
from grader.sandbox import open_sandbox
from tests import servers

CODE = Path(__file__).resolve().parents[2] / "exercises" / "code"


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The real one, warm."""
    try:
        opened = open_sandbox()
    except SandboxUnavailable as reason:
        servers.untested(f"this machine cannot contain learner code: {reason}")
    with opened as warm:
        yield warm


@pytest.fixture
def copy_of(tmp_path: Path) -> Callable[[str], Path]:
    """A folder of the course to break."""

    def copy(slug: str) -> Path:
        return Path(shutil.copytree(CODE / slug, tmp_path / slug))

    return copy
