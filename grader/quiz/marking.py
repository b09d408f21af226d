"""One response to one instance, marked. Learners' mistakes are results; nothing that they send raises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from itertools import combinations

from grader.quiz.instances import format_shape
from grader.quiz.model import Choice, ItemInstance, ItemResult, Kind, Reason, Response
from grader.quiz.reading import read_code, read_number, read_shape

__all__ = ["mark"]

_RELATIVE_ROUNDING = 1e-9  # 1/3 typed as a fraction differs from the formula by a rounding, not by a belief


def mark(instance: ItemInstance, response: Response) -> ItemResult:
    """Right or wrong, how much of it, which beliefs it shows, and a reason for every option.

    Credit: all or nothing, except for `multiple`, (right chosen − wrong chosen) / right, and `ordering`, Kendall's
    tau, both not below 0. Never raises for a response; one that cannot be read has `problem` set.
    """
    return _MARKERS[instance.item.kind](instance, response)


def _unreadable(problem: str) -> ItemResult:
    return ItemResult(is_correct=False, share=0.0, problem=problem)


def _mark_single(instance: ItemInstance, response: Response) -> ItemResult:
    chosen = _by_id(instance).get(response) if isinstance(response, str) else None
    if chosen is None:
        return _unreadable("quiz.choose_one")
    return _result(instance, {chosen.id}, chosen.is_right, response)


def _mark_multiple(instance: ItemInstance, response: Response) -> ItemResult:
    options = _by_id(instance)
    if not isinstance(response, list) or len(response) > len(options):
        return _unreadable("quiz.choose_any")
    if not all(isinstance(option_id, str) and option_id in options for option_id in response):
        return _unreadable("quiz.choose_any")
    chosen = set(response)
    right = {choice.id for choice in instance.choices if choice.is_right}
    share = (len(chosen & right) - len(chosen - right)) / len(right)
    missed = [choice.misconception for choice in instance.choices if choice.id in right - chosen]
    return _result(instance, chosen, chosen == right, sorted(chosen), share=max(0.0, share), missed=missed)


def _mark_numeric(instance: ItemInstance, response: Response) -> ItemResult:
    number = read_number(response)
    if number is None:
        return _unreadable("quiz.not_a_number")
    close = [
        (abs(number - choice.value), choice)
        for choice in instance.choices
        if isinstance(choice.value, (int, float))
        and abs(number - choice.value) <= max(instance.item.tolerance, abs(choice.value) * _RELATIVE_ROUNDING)
    ]
    nearest = min(close, key=lambda pair: pair[0])[1] if close else None
    return _typed(instance, nearest, response if isinstance(response, str) else number)


def _mark_shape(instance: ItemInstance, response: Response) -> ItemResult:
    shape = read_shape(response)
    if shape is None:
        return _unreadable("quiz.not_a_shape")
    same = next((choice for choice in instance.choices if choice.value == shape), None)
    return _typed(instance, same, format_shape(shape))


def _mark_fill(instance: ItemInstance, response: Response) -> ItemResult:
    code = read_code(response)
    if code is None:
        return _unreadable("quiz.blank_is_empty")
    same = next((choice for choice in instance.choices if code in _spellings(choice)), None)
    return _typed(instance, same, code)


def _mark_ordering(instance: ItemInstance, response: Response) -> ItemResult:
    order = [option.id for option in instance.item.options]
    if not isinstance(response, list) or not all(isinstance(step, str) for step in response):
        return _unreadable("quiz.order_every_step")
    if sorted(response) != sorted(order):
        return _unreadable("quiz.order_every_step")
    place = {step: position for position, step in enumerate(response)}
    pairs = list(combinations(order, 2))
    agreeing = sum(place[first] < place[then] for first, then in pairs)
    broken = tuple(rule for rule in instance.rules if place[rule.then] < place[rule.first])
    return ItemResult(
        is_correct=response == order,
        share=max(0.0, 2 * agreeing / len(pairs) - 1),  # Kendall's tau: 1 in order, 0 by chance
        misconceptions=_unique([rule.misconception for rule in broken]),
        reasons=tuple(
            Reason(choice, is_chosen=response.index(choice.id) == order.index(choice.id))
            for choice in sorted(instance.choices, key=lambda choice: order.index(choice.id))
        ),
        broken_rules=broken,
        response=response,
    )


def _typed(instance: ItemInstance, given: Choice | None, response: Response) -> ItemResult:
    """A typed answer is an option, or nobody's: then it is wrong and shows no belief."""
    chosen = {given.id} if given else set()
    return _result(instance, chosen, given is not None and given.is_right, response)


def _result(
    instance: ItemInstance,
    chosen: AbstractSet[str],
    is_correct: bool,
    response: Response,
    *,
    share: float | None = None,
    missed: list[str | None] | None = None,
) -> ItemResult:
    wrong = [choice.misconception for choice in instance.choices if choice.id in chosen and not choice.is_right]
    return ItemResult(
        is_correct=is_correct,
        share=float(is_correct) if share is None else share,
        misconceptions=_unique([*wrong, *(missed or [])]),
        reasons=tuple(Reason(choice, is_chosen=choice.id in chosen) for choice in instance.choices),
        response=response,
    )


def _unique(misconceptions: list[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(belief for belief in misconceptions if belief))


def _by_id(instance: ItemInstance) -> dict[str, Choice]:
    return {choice.id: choice for choice in instance.choices}


def _spellings(choice: Choice) -> set[str | None]:
    return {read_code(spelling) for spelling in choice.value} if isinstance(choice.value, tuple) else set()


_MARKERS: Mapping[Kind, Callable[[ItemInstance, Response], ItemResult]] = {
    Kind.SINGLE: _mark_single,
    Kind.MULTIPLE: _mark_multiple,
    Kind.NUMERIC: _mark_numeric,
    Kind.SHAPE: _mark_shape,
    Kind.ORDERING: _mark_ordering,
    Kind.FILL: _mark_fill,
}
