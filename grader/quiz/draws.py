"""Every admissible set of numbers of an item, found when its file is read: a seed picks one, and all can be checked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

from grader.errors import ExerciseError
from grader.quiz.formula import Formula, Number

__all__ = ["MAX_DRAWS", "admissible_draws"]

MAX_DRAWS = 5000  # each is checked for colliding options at loading, which shall stay a matter of milliseconds


def admissible_draws(
    drawn: Mapping[str, Sequence[Number]], derived: Mapping[str, Formula], where: Sequence[Formula]
) -> tuple[Mapping[str, Number], ...]:
    """All combinations whose numbers are pairwise different and that meet every condition in `where`.

    Pairwise different is no option: where two sizes agree, a wrong rule gives the right number.
    Raises `ExerciseError` when there are none, or more than `MAX_DRAWS` to begin with.
    """
    combinations = math.prod(len(choices) for choices in drawn.values())
    if combinations > MAX_DRAWS:
        raise ExerciseError(f"the parameters have {combinations} combinations; at most {MAX_DRAWS} can be checked")
    draws = [_with_derived(dict(zip(drawn, chosen, strict=True)), derived) for chosen in product(*drawn.values())]
    admissible = tuple(draw for draw in draws if _are_different(draw) and _meets(draw, where))
    if not admissible:
        raise ExerciseError("no combination of the parameters is pairwise different and meets 'where'")
    return admissible


def _with_derived(draw: dict[str, Number], derived: Mapping[str, Formula]) -> Mapping[str, Number]:
    for name, formula in derived.items():
        draw[name] = formula.evaluate(draw)
    return draw


def _are_different(draw: Mapping[str, Number]) -> bool:
    return len(set(draw.values())) == len(draw)


def _meets(draw: Mapping[str, Number], where: Sequence[Formula]) -> bool:
    return all(condition.evaluate(draw) for condition in where)
