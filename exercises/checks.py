"""An exercise's contract beyond what its folder must hold: its cases tell every known mistake apart.

Run in-process on float64, without a sandbox: every misconception is a mutant of the reference, and one that no case
tells from the reference would be accepted as right. With a sandbox, every sample of the corpus is graded as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from exercises import registry
from exercises.folder import ExerciseFolder
from exercises.mutants import Outcome, outcome, outcomes_agree
from grader.drawing import draw_hidden, draw_visible
from grader.grading import grade
from grader.model import Case, Exercise, Misconception, Sandbox

__all__ = ["CheckResult", "check_exercise"]

SEED = 20_170_612
"""Draws the hidden cases of a check; which one does not matter, as long as a check can be repeated."""

SATURATED = 0.98
"""A row of weights whose largest entry exceeds this is one-hot: no mistake of scale can show in it."""
FLAT = 1.05
"""A row whose largest entry is below this multiple of 1/n is uniform, which hides mistakes of scale as well."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one exercise's check found. `problems` are sentences for its author; none means all is well."""

    slug: str
    cases: int
    visible_cases: int
    misconceptions: int
    mutants: int
    """Ways to hold the misconceptions, each a wrong reference of its own."""
    rejected_mutants: int
    samples: int
    graded_samples: int
    problems: tuple[str, ...]

    @property
    def mutation_score(self) -> float:
        """The share of wrong references that the cases reject: 1.0 or the exercise is not ready."""
        return self.rejected_mutants / self.mutants if self.mutants else 0.0

    @property
    def is_sound(self) -> bool:
        return not self.problems


def check_exercise(exercise: Exercise, sandbox: Sandbox | None = None, *, seed: int = SEED) -> CheckResult:
    """Check one exercise; `seed` draws its hidden cases, and with `sandbox` its corpus is graded too.

    Raises `ExerciseError` for a folder that does not load.
    """
    folder = registry.folder(exercise.slug)
    # NumPy gets the fewer cases, so what those tell apart torch's do as well.
    cases = (*draw_visible(exercise, "numpy"), *draw_hidden(exercise, "numpy", seed))
    right = [outcome(exercise.reference, case) for case in cases]
    mutants = {
        misconception: [outcome(misconception.predict, case, misconception.uses_case_dtype) for case in cases]
        for misconception in exercise.misconceptions
    }
    survivors = [mutant for mutant, gives in mutants.items() if _all_agree(cases, gives, right)]
    problems = [
        *(f"no case tells {mutant.id} from the reference" for mutant in survivors),
        *_indistinct(cases, mutants),
        *_case_problems(folder, cases),
        *_softmax_problems(folder, cases),
        *(_sample_problems(folder, sandbox, seed) if sandbox else ()),
    ]
    return CheckResult(
        slug=exercise.slug,
        cases=len(cases),
        visible_cases=sum(case.visible for case in cases),
        misconceptions=len({mutant.id for mutant in mutants}),
        mutants=len(mutants),
        rejected_mutants=len(mutants) - len(survivors),
        samples=len(folder.samples),
        graded_samples=len(folder.samples) if sandbox else 0,
        problems=tuple(problems),
    )


def _all_agree(cases: Sequence[Case], one: Sequence[Outcome], other: Sequence[Outcome]) -> bool:
    return all(outcomes_agree(case, a, b) for case, a, b in zip(cases, one, other, strict=True))


def _indistinct(cases: Sequence[Case], mutants: dict[Misconception, list[Outcome]]) -> Iterator[str]:
    """Pairs of beliefs that no case tells apart though nobody declared them the same, and the other way round."""
    found = {
        frozenset((one.id, other.id))
        for (one, here), (other, there) in combinations(mutants.items(), 2)
        if one.id != other.id and _all_agree(cases, here, there)
    }
    declared = {frozenset((one.id, other)) for one in mutants for other in one.equivalent_to}
    for pair in sorted(map(sorted, found - declared)):
        yield f"no case tells {pair[0]} from {pair[1]}; add one that does, or declare them equivalent"
    for pair in sorted(map(sorted, declared - found)):
        yield f"{pair[0]} and {pair[1]} are declared equivalent, but a case tells them apart"


def _case_problems(folder: ExerciseFolder, cases: Sequence[Case]) -> Iterator[str]:
    ids = [case.id for case in cases]
    for repeated in sorted({one for one in ids if ids.count(one) > 1}):
        yield f"two cases are called {repeated}"
    for width in ("float32", "float64"):
        if not any(case.dtype == width for case in cases):
            yield f"no case is in {width}"
    if all(case.visible for case in cases):
        yield "no case is hidden"
    for case in cases:
        strange = sorted({name for names in case.axes for name in names} - folder.axes)
        if strange:
            yield f"case {case.id} names axes that exercise.toml does not: {', '.join(strange)}"


def _softmax_problems(folder: ExerciseFolder, cases: Sequence[Case]) -> Iterator[str]:
    """Where every softmax is one-hot or uniform, no mistake of scale can show."""
    if folder.weights is None:
        return
    telling = [case for case in cases if _tells_scales_apart(np.asarray(folder.weights(*case.args, **case.kwargs)))]
    if 2 * len(telling) < len(cases):
        yield f"the softmax is saturated or flat in {len(cases) - len(telling)} of {len(cases)} cases"


def _tells_scales_apart(weights: np.ndarray) -> bool:
    """Whether at least half of the rows (..., n) are neither one-hot nor uniform."""
    largest = weights.max(axis=-1)
    seen = (weights > 0).sum(axis=-1)
    is_telling = (largest < SATURATED) & (largest * np.maximum(seen, 1) > FLAT)
    return bool(2 * is_telling.sum() >= is_telling.size)


def _sample_problems(folder: ExerciseFolder, sandbox: Sandbox, seed: int) -> Iterator[str]:
    for sample in folder.samples:
        report = grade(folder.exercise, sample.source, sandbox=sandbox, framework=sample.framework, seed=seed)
        named = {name for diagnosis in report.diagnoses for name in diagnosis.misconceptions}
        if report.verdict is not sample.verdict:
            yield f"{sample.path.name} is judged {report.verdict}"
        if not sample.misconceptions <= named or (named and not sample.misconceptions):
            wanted, got = (", ".join(sorted(names)) or "nothing" for names in (sample.misconceptions, named))
            yield f"{sample.path.name} must be named {wanted} and is named {got}"
