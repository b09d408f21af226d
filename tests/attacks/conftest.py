"""One warm sandbox for the whole suite, with everything planted around it."""

from __future__ import annotations

import dataclasses
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from exercises import registry
from grader.errors import SandboxUnavailable
from grader.model import Limits
from grader.sandbox import WarmSandbox, default_limits, probe
from grader.sandbox.status import choose_layers
from tests.attacks.arena import Arena, visible_cases
from tests.attacks.processes import adopt_orphans
from tests.attacks.tiers import Tier
from tests.attacks.witness import Witness


@pytest.fixture(scope="session")
def attack_limits() -> Limits:
    """The default limits with short times, since every attack on time uses them up."""
    return dataclasses.replace(default_limits(), wall_seconds=2.0, cpu_seconds=1)


@pytest.fixture(scope="session")
def witness() -> Iterator[Witness]:
    # Not pytest's own folder: that one is closed to other accounts, so it would prove nothing.
    folder = Path(tempfile.mkdtemp(prefix="attacks-", dir="/var/tmp"))
    witness = Witness.plant(folder, visible_cases(registry.get("split-heads")))
    yield witness
    witness.close()
    shutil.rmtree(folder)


@pytest.fixture(scope="session", params=[Tier.ALL])
def arena(request: pytest.FixtureRequest, witness: Witness, attack_limits: Limits) -> Iterator[Arena]:
    """Opened anew for each tier that a test is parametrised with."""
    adopt_orphans()
    exercise = dataclasses.replace(registry.get("split-heads"), limits=attack_limits)
    try:
        offered = choose_layers(probe())
    except SandboxUnavailable as lack:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no sandbox on this machine: {lack}")
    with WarmSandbox(Tier(request.param).choose(offered), default_limits()) as sandbox:
        arena = Arena(sandbox=sandbox, exercise=exercise, witness=witness)
        arena.warm_up()
        yield arena
