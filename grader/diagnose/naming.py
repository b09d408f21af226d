"""The rule by which a cause is named.

A candidate explains a submission when, in every case, it gives the learner's output within the allowed error, or
raises where the learner's program raised, or says nothing; and it accounts for at least one failing case. Raising
alone accounts for nothing unless it is the very same exception: any slip raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from grader.compare import Judge, agrees
from grader.diagnose.predictions import Candidate, Nothing, Raised, pair, single
from grader.model import Case, CaseOutcome, Diagnosis, Exercise, Misconception
from grader.verdicts import Verdict

__all__ = ["Observed", "diagnose"]

MAX_EQUIVALENT: Final = 2

_SHOWN_BY_OUTPUT = frozenset({Verdict.RUNTIME_ERROR, Verdict.WRONG_SHAPE, Verdict.NON_FINITE, Verdict.WRONG_VALUE})


@dataclass(frozen=True, slots=True)
class Observed:
    """One case with what came of it."""

    case: Case
    outcome: CaseOutcome
    verdict: Verdict

    @property
    def has_ended(self) -> bool:
        return self.outcome.returned is not None or self.outcome.error is not None

    @property
    def is_explainable(self) -> bool:
        """Whether the numbers themselves, or the exception, are what failed; a belief says nothing about dtypes."""
        return self.verdict in _SHOWN_BY_OUTPUT


def diagnose(exercise: Exercise, observed: Sequence[Observed], judge: Judge) -> tuple[Diagnosis, ...]:
    """At most one diagnosis: the best explanation and up to two other ids that give the very same numbers.

    Nothing is predicted if no case failed by its output, and nothing is said if some case came to no end or differs
    between two runs, since what its output is, is not known.
    """
    if not all(one.has_ended and one.verdict is not Verdict.NONDETERMINISTIC for one in observed):
        return ()
    failing = [one for one in observed if one.is_explainable]
    if not failing:
        return ()
    # Failing cases tell most candidates apart, so they are asked first.
    ordered = [*failing, *(one for one in observed if not one.is_explainable)]
    explaining = _explaining(map(single, exercise.misconceptions), ordered, judge)
    if not explaining:
        explaining = _explaining_pairs(exercise.misconceptions, failing, ordered, judge)
    if not explaining:
        return ()
    most = max(count for _, count in explaining)
    best = [candidate for candidate, count in explaining if count == most]  # in the author's order
    first = best[0]
    others = (belief for other in best for belief in other.ids if belief not in first.ids)
    equivalent = tuple(dict.fromkeys(others))[:MAX_EQUIVALENT]
    return (Diagnosis((*first.ids, *equivalent), equivalent, first.concept),)


def _explaining_pairs(
    misconceptions: Sequence[Misconception], failing: Sequence[Observed], ordered: Sequence[Observed], judge: Judge
) -> list[tuple[Candidate, int]]:
    """Two faults at once, which are thought of only where no single one is enough.

    Where a fault is silent in some case, the other one explains that case alone. So pairs with such a fault come
    first: they are few, and nearly always enough. All others follow only if none of those fits.
    """
    likely = {
        misconception.id
        for misconception in misconceptions
        if any(_failures_explained(single(misconception), [one], judge) for one in failing)
    }
    pairs = _pairs(tuple(misconceptions))
    for is_likely in (True, False):
        chosen = (candidate for candidate in pairs if (not likely.isdisjoint(candidate.ids)) is is_likely)
        explaining = _explaining(chosen, ordered, judge)
        if explaining:
            return explaining
    return []


@lru_cache(maxsize=64)
def _pairs(misconceptions: tuple[Misconception, ...]) -> tuple[Candidate, ...]:
    """All that can be laid over each other; for an exercise with many, putting them together is half of the work."""
    both = (pair(one, other) for one, other in combinations(misconceptions, 2))
    return tuple(candidate for candidate in both if candidate is not None)


def _explaining(
    candidates: Iterable[Candidate], observed: Sequence[Observed], judge: Judge
) -> list[tuple[Candidate, int]]:
    """Candidates that fit every case, with the number of failing cases that each accounts for."""
    counted = [(candidate, _failures_explained(candidate, observed, judge)) for candidate in candidates]
    return [(candidate, count) for candidate, count in counted if count > 0]


def _failures_explained(candidate: Candidate, observed: Sequence[Observed], judge: Judge) -> int:
    """How many failing cases `candidate` accounts for; 0 as soon as one case contradicts it."""
    count = 0
    for one in observed:
        said = candidate.says(one.case)
        if isinstance(said, Nothing):
            continue
        if isinstance(said, Raised):
            error = one.outcome.error
            if error is None:
                return 0
            count += (said.type, said.message) == (error.type, error.message)
            continue
        if one.outcome.returned is None or not agrees(one.case, said.value, one.outcome.returned, judge):
            return 0
        count += one.is_explainable
    return count
