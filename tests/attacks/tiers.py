"""The sets of layers under which the attacks are run."""

from __future__ import annotations

from enum import StrEnum

from grader.sandbox.layers import LANDLOCK, NAMESPACES
from grader.verdicts import Verdict
from tests.attacks.catalogue import Attack
from tests.containment import layers_without, offered_layers

__all__ = ["Tier"]


class Tier(StrEnum):
    """Which of the machine's layers are put on. Whatever a container or a kernel takes away, the rest must hold."""

    ALL = "all layers"
    WITHOUT_NAMESPACES = "without namespaces"
    WITHOUT_LANDLOCK = "without Landlock"

    def runs(self, attack: Attack) -> bool:
        """Whether `attack` is worth its time here: what limits and the parent hold does not depend on the layers."""
        if self is Tier.WITHOUT_LANDLOCK:
            return attack.aim in ("escape", "secrets")
        return self is Tier.ALL or Verdict.TIME_LIMIT not in attack.verdicts

    def layers(self) -> tuple[str, ...]:
        """The layers of this tier. Skips the test where the machine has none to leave out."""
        left_out = {Tier.WITHOUT_NAMESPACES: NAMESPACES, Tier.WITHOUT_LANDLOCK: LANDLOCK}.get(self)
        return offered_layers() if left_out is None else layers_without(left_out)
