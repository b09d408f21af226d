"""Which cases one grading uses: visible ones fixed by the exercise's digest, hidden ones drawn afresh for each run."""

from __future__ import annotations

import dataclasses
import hashlib

import numpy as np

from grader.errors import ExerciseError
from grader.model import Case, Exercise, Framework

__all__ = ["draw_hidden", "draw_visible", "repeated"]


def draw_visible(exercise: Exercise, framework: Framework) -> tuple[Case, ...]:
    """The cases that learners see, the same for everyone until the exercise changes.

    Raises `ExerciseError` if there is none.
    """
    seed = int.from_bytes(hashlib.sha256(exercise.digest.encode()).digest(), "big")
    cases = tuple(case for case in _cases(exercise, framework, seed) if case.visible)
    if not cases:
        raise ExerciseError(f"{exercise.slug} has no visible case for {framework}; give it at least one")
    return cases


def draw_hidden(exercise: Exercise, framework: Framework, seed: int) -> tuple[Case, ...]:
    """The cases that nobody sees, drawn with the run's own `seed`."""
    return tuple(case for case in _cases(exercise, framework, seed) if not case.visible)


def _cases(exercise: Exercise, framework: Framework, seed: int) -> list[Case]:
    cases = exercise.make_cases(np.random.default_rng(seed))
    # NumPy has no bfloat16.
    return [case for case in cases if framework == "torch" or case.dtype != "bfloat16"]


def repeated(visible: tuple[Case, ...], seed: int) -> tuple[int, Case]:
    """One visible case under another id, to be run again among the hidden ones, and its place: two runs must agree."""
    place = int(np.random.default_rng([seed, len(visible)]).integers(len(visible)))
    return place, dataclasses.replace(visible[place], id=f"{visible[place].id}#again", visible=False)
