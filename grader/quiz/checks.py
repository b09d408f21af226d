"""What a quiz must keep so that no learner stumbles over it, whatever the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from grader.errors import ExerciseError
from grader.quiz.fields import located
from grader.quiz.formula import Number
from grader.quiz.instances import instantiate
from grader.quiz.model import Choice, ItemInstance, Kind, Option, Quiz, QuizItem
from grader.quiz.reading import read_code

__all__ = ["check_item", "check_quiz"]

BLANK = "____"


def check_quiz(quiz: Quiz) -> None:
    """Ids are unique, and every concept and belief that an item names has its texts, with none left over."""
    if not quiz.items:
        raise ExerciseError("there are no items")
    _refuse_repeated("item", (item.id for item in quiz.items))
    _agree("concept", {item.concept for item in quiz.items}, set(quiz.concepts))
    _agree("belief", {belief for item in quiz.items for belief in item.misconceptions}, set(quiz.beliefs))


def check_item(item: QuizItem) -> None:
    """The options fit the kind, a reason and a belief stand beside each, and none collide under any seed."""
    _refuse_repeated("option", (option.id for option in item.options))
    for option in item.options:
        with located(f"option {option.id}"):
            _check_option(item, option)
    _check_number_of_right(item)
    _check_kind(item)
    for instance in _every_instance(item):
        _refuse_collisions(instance)


def _check_option(item: QuizItem, option: Option) -> None:
    needed = {
        Kind.NUMERIC: len(option.formulas) == 1,
        Kind.SHAPE: not option.text and not option.spellings,
        Kind.FILL: bool(option.spellings),
    }.get(item.kind, option.text is not None)
    if not needed:
        field = {Kind.NUMERIC: "one 'formula'", Kind.SHAPE: "a 'shape'", Kind.FILL: "'code'"}.get(item.kind, "a 'text'")
        raise ExerciseError(f"an option of a {item.kind} item has {field}")
    if not option.is_right and not option.misconception:
        raise ExerciseError("a wrong option names the 'misconception' behind it")
    if option.is_right and option.misconception and item.kind is not Kind.MULTIPLE:
        raise ExerciseError("a right option has no 'misconception'")
    unknown = {name for formula in option.formulas for name in formula.names} - set(item.draws[0])
    if unknown:
        raise ExerciseError(f"the formula reads {', '.join(sorted(unknown))}, which is no parameter")


def _check_number_of_right(item: QuizItem) -> None:
    right = sum(option.is_right for option in item.options)
    match item.kind:
        case Kind.MULTIPLE:
            is_kept, rule = right >= 1, "at least one right option"
        case Kind.ORDERING:
            is_kept, rule = right == len(item.options) >= 3, "three steps or more, all of them 'right'"
        case _:
            is_kept, rule = right == 1, "exactly one right option"
    if not is_kept:
        raise ExerciseError(f"a {item.kind} item has {rule}")
    if len(item.options) < 2:
        raise ExerciseError("an item has at least two options: wrong answers want a reason too")


def _check_kind(item: QuizItem) -> None:
    if item.kind is Kind.FILL and item.code.count(BLANK) != 1:
        raise ExerciseError(f"'code' holds the blank {BLANK} exactly once")
    right = next(option for option in item.options if option.is_right)
    if item.kind is Kind.SHAPE and len(item.axes) != len(right.formulas):
        raise ExerciseError("'axes' names every axis of the right shape")
    steps = {option.id for option in item.options}
    for rule in item.rules:
        if item.kind is not Kind.ORDERING or not {rule.first, rule.then} <= steps:
            raise ExerciseError(f"the rule {rule.first} before {rule.then} is not about two steps of an ordering item")


def _every_instance(item: QuizItem) -> Iterable[ItemInstance]:
    """One instance a draw: building it also meets every unknown name and every division by zero."""
    for draw in item.draws:
        yield instantiate(replace(item, draws=(draw,)), seed=0)


def _refuse_collisions(instance: ItemInstance) -> None:
    for one, other in combinations(instance.choices, 2):
        if _collide(instance.item, one, other):
            numbers = ", ".join(f"{name}={value}" for name, value in instance.values.items())
            raise ExerciseError(f"options {one.id} and {other.id} collide for {numbers or 'every seed'}")


def _collide(item: QuizItem, one: Choice, other: Choice) -> bool:
    if item.kind is Kind.NUMERIC:
        return abs(_number(one) - _number(other)) <= 2 * item.tolerance  # an entry between them would fit both
    if item.kind is Kind.SHAPE:
        return one.value == other.value
    if item.kind is Kind.FILL:
        return bool(_codes(one) & _codes(other))
    return one.text.en == other.text.en or one.text.ja == other.text.ja


def _number(choice: Choice) -> Number:
    assert isinstance(choice.value, (int, float))
    return choice.value


def _codes(choice: Choice) -> set[str | None]:
    assert isinstance(choice.value, tuple)
    return {read_code(spelling) for spelling in choice.value}


def _refuse_repeated(what: str, ids: Iterable[str]) -> None:
    repeated = [id_ for id_, times in Counter(ids).items() if times > 1]
    if repeated:
        raise ExerciseError(f"{what} {', '.join(repeated)} stands there more than once")


def _agree(what: str, used: set[str], described: set[str]) -> None:
    if used - described:
        raise ExerciseError(f"{what} {', '.join(sorted(used - described))} has no text")
    if described - used:
        raise ExerciseError(f"{what} {', '.join(sorted(described - used))} belongs to no item")
