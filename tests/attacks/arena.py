"""Runs hostile programs through the real grading and looks at what is left of them."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.grading import grade
from grader.model import Exercise, GradeReport
from grader.report import render, to_json
from grader.sandbox import WarmSandbox
from grader.sandbox.grants import are_readable_by_others, stdlib_folder
from grader.sandbox.layers import NAMESPACES
from tests.attacks.honest import SPLIT_HEADS
from tests.attacks.processes import descendants, wait_until_gone
from tests.attacks.witness import Witness

__all__ = ["Arena", "visible_cases"]

_SEED = 20_250_401
_REAPING_SECONDS = 2.0


def visible_cases(exercise: Exercise) -> int:
    """How many of its cases are shown to the learner."""
    return sum(case.visible for case in exercise.make_cases(np.random.default_rng(0)))


@dataclass(slots=True)
class Arena:
    """A warm sandbox, the exercise under attack and what is planted around them."""

    sandbox: WarmSandbox
    exercise: Exercise
    witness: Witness
    servers: frozenset[int] = frozenset()
    """Processes that belong to the sandbox itself."""
    _seeds: Iterator[int] = field(default_factory=lambda: itertools.count(_SEED))

    @property
    def keeps_root(self) -> bool:
        """Whether learner code stays uid 0, without its powers: a set-up that the status of the layers warns of."""
        is_root = os.geteuid() == 0 and NAMESPACES not in self.sandbox.layers
        return is_root and not are_readable_by_others([stdlib_folder()])

    def warm_up(self) -> None:
        """Start the server of each framework, and remember which processes there are when nothing runs."""
        for framework in SPLIT_HEADS:
            self.grade_honest(framework)
        self.servers = descendants()

    def grade(self, source: str | bytes, framework: str = "numpy") -> GradeReport:
        """Grade with fresh hidden cases each time."""
        filled = self.witness.fill(source) if isinstance(source, str) else source
        return grade(self.exercise, filled, sandbox=self.sandbox, framework=framework, seed=next(self._seeds))

    def grade_honest(self, framework: str) -> None:
        """Raises AssertionError when an honest program is not accepted."""
        report = self.grade(SPLIT_HEADS[framework], framework)
        assert report.verdict.is_accepted, f"an honest program got {report.verdict}: {report.findings}"
        assert report.points == report.max_points

    def shown(self, report: GradeReport) -> str:
        """Everything that a learner could read of a report, in both languages and as stored. ValueError for no JSON."""
        stored = to_json(report)
        rendered = [render(stored, self.exercise, locale) for locale in ("en", "ja")]
        return json.dumps([stored, rendered], ensure_ascii=False, allow_nan=False)

    def stored(self, report: GradeReport) -> dict[str, Any]:
        return to_json(report)

    def processes_left(self) -> frozenset[int]:
        """Processes that outlived their submission. A restarted server stands for the one that it replaced."""
        strangers = wait_until_gone(descendants() - self.servers, _REAPING_SECONDS)
        dead_servers = self.servers - descendants()
        return frozenset(sorted(strangers)[len(dead_servers) :])
