"""One warm sandbox for the whole suite, with everything planted around it."""

from __future__ import annotations

import dataclasses
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailable
from tests.attacks.arena import Arena
from tests.attacks.processes import adopt_orphans
from tests.attacks.witness import Witness


@pytest.fixture(scope="session")
def attack_limits():
    """The default limits with short times, since every attack on time uses them up."""
    from grader.sandbox import default_limits

    return dataclasses.replace(default_limits(), wall_seconds=2.0, cpu_seconds=1)


@pytest.fixture(scope="session")
def witness() -> Iterator[Witness]:
    from exercises import registry
    from tests.attacks.arena import visible_cases

    # Not pytest's own folder: that one is closed to other accounts, so it would prove nothing.
    folder = Path(tempfile.mkdtemp(prefix="attacks-", dir="/var/tmp"))
    witness = Witness.plant(folder, visible_cases(registry.get("split-heads")))
    yield witness
    witness.close()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def arena(witness: Witness, attack_limits) -> Iterator[Arena]:
    from exercises import registry
    from grader.sandbox import open_sandbox

    adopt_orphans()
    exercise = dataclasses.replace(registry.get("split-heads"), limits=attack_limits)
    try:
        sandbox = open_sandbox()
    except SandboxUnavailable as lack:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no sandbox on this machine: {lack}")
    with sandbox:
        arena = Arena(sandbox=sandbox, exercise=exercise, witness=witness)
        arena.warm_up()
        yield arena
