"""Which known misconception reproduces a learner's output. A guess is never shown as a fact."""

from __future__ import annotations

from grader.diagnose.naming import Observed, diagnose
from grader.diagnose.predictions import PredictsNothing

__all__ = ["Observed", "PredictsNothing", "diagnose"]
