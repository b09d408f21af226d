"""The programs that claim to bite do succeed as plain programs: the sandbox contains them, not a mistake in them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.attacks.catalogue import Attack, load_attacks
from tests.attacks.witness import Witness

pytestmark = pytest.mark.attack

_UNCONFINED = """
import sys
import numpy as np
scope = {"__name__": "submission"}
exec(compile(sys.stdin.read(), "<submission>", "exec"), scope)
for _ in range(2):
    scope["split_heads"](np.ones((2, 3, 8)), 4)
"""
_WALL_SECONDS = 60


@pytest.mark.parametrize("attack", [attack for attack in load_attacks() if attack.bites], ids=lambda attack: attack.id)
def test_attack_succeeds_without_the_sandbox(attack: Attack, witness: Witness) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _UNCONFINED],
        input=witness.fill(attack.source),
        capture_output=True,
        text=True,
        timeout=_WALL_SECONDS,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        check=False,
    )
    assert "TRIED" in run.stdout, run.stderr
    assert "BREACH" in run.stdout or any(canary in run.stdout for canary in witness.canaries), run.stderr
    witness.connections()
