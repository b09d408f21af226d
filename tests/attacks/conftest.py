"""One warm sandbox for the whole suite, with everything planted around it."""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from exercises import registry
from grader.model import Limits
from grader.sandbox import WarmSandbox, default_limits
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


@pytest.fixture(scope="session")
def open_arena(witness: Witness, attack_limits: Limits) -> Iterator[Callable[[Tier], Arena]]:
    """Gives the arena of a tier. One is open at a time, so that no server of another looks like a leftover."""
    adopt_orphans()
    exercise = dataclasses.replace(registry.get("split-heads"), limits=attack_limits)
    is_open: dict[Tier, Arena] = {}

    def close() -> None:
        for tier in list(is_open):
            is_open.pop(tier).sandbox.close()

    def open_tier(tier: Tier) -> Arena:
        if tier not in is_open:
            layers = tier.layers()
            close()
            is_open[tier] = Arena(WarmSandbox(layers, default_limits()), exercise, witness)
            is_open[tier].warm_up()
        return is_open[tier]

    yield open_tier
    close()


@pytest.fixture
def arena(open_arena: Callable[[Tier], Arena]) -> Arena:
    """The arena with all layers that this machine offers."""
    return open_arena(Tier.ALL)
