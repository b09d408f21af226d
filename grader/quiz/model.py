"""The values that a quiz is made of: what its file says, one item with its numbers, one marked response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from grader.errors import UsageError
from grader.model import Text
from grader.quiz.formula import Formula, Number

__all__ = [
    "Choice",
    "Concept",
    "ItemInstance",
    "ItemResult",
    "Kind",
    "Option",
    "OrderRule",
    "Quiz",
    "QuizItem",
    "Reason",
    "Response",
    "Value",
]

Value = Number | tuple[int, ...] | tuple[str, ...] | None
"""What an option stands for: a number, a shape, the spellings of a piece of code, or nothing but its text."""

Response = Any
"""What a learner sent, as JSON gives it. Anything may be in it; `grader.quiz.mark` reads it without raising."""


class Kind(StrEnum):
    """How an item is answered, and so what a response to it is."""

    SINGLE = "single"
    """One option of several: its id."""
    MULTIPLE = "multiple"
    """Every option that holds: a list of ids, perhaps empty."""
    NUMERIC = "numeric"
    """A number: as text or as a number."""
    SHAPE = "shape"
    """The shape of a tensor: as text or as a list of numbers."""
    ORDERING = "ordering"
    """All steps, in order: a list of ids."""
    FILL = "fill"
    """What stands in the blank of a program: text."""

    @property
    def is_chosen(self) -> bool:
        """The learner sees the options and picks; otherwise they are typed, and options stay unseen until then."""
        return self in (Kind.SINGLE, Kind.MULTIPLE, Kind.ORDERING)


@dataclass(frozen=True, slots=True)
class Concept:
    """What an item is about; code exercises use the same ids."""

    name: Text
    summary: Text
    """The one thing to take home, for the page that closes an attempt."""


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer, right or wrong, and why.

    `misconception` is the belief of someone who gives this wrong answer; on a right option of a `multiple` item it is
    the belief of someone who leaves it out.
    """

    id: str
    is_right: bool
    why: Text
    misconception: str | None = None
    text: Text | None = None
    """Absent where the value says it all: a number, a shape, a piece of code."""
    formulas: tuple[Formula, ...] = ()
    """One for a number, one for each axis of a shape."""
    spellings: tuple[str, ...] = ()
    map_rows: tuple[str, ...] = ()
    """A small table of visible (1) and hidden (0) keys, one string for each query."""


@dataclass(frozen=True, slots=True)
class OrderRule:
    """What someone believes who puts `then` before `first`."""

    first: str
    then: str
    misconception: str
    why: Text


@dataclass(frozen=True, slots=True)
class QuizItem:
    """One question as its file states it; `grader.quiz.instantiate` fills in the numbers."""

    id: str
    kind: Kind
    concept: str
    stem: Text
    options: tuple[Option, ...]
    rules: tuple[OrderRule, ...] = ()
    code: str = ""
    """A program with one blank, for `fill`."""
    axes: tuple[str, ...] = ()
    """Names of the axes of the right shape, for `shape`."""
    tolerance: float = 0.0
    """How far a typed number may lie from the exact one, for `numeric`."""
    draws: tuple[Mapping[str, Number], ...] = ({},)
    """Every admissible set of numbers, derived ones included; a seed picks one."""

    @property
    def misconceptions(self) -> frozenset[str]:
        """The beliefs that an answer to this item can show."""
        named = {option.misconception for option in self.options if option.misconception}
        return frozenset(named | {rule.misconception for rule in self.rules})


@dataclass(frozen=True, slots=True)
class Quiz:
    """One quiz, in the order of its file."""

    slug: str
    title: Text
    summary: Text
    items: tuple[QuizItem, ...]
    concepts: Mapping[str, Concept]
    beliefs: Mapping[str, Text]
    """Each misconception in the words of someone who holds it."""

    def item(self, item_id: str) -> QuizItem:
        """The item of that id; raises `UsageError` naming those that exist."""
        for item in self.items:
            if item.id == item_id:
                return item
        known = ", ".join(item.id for item in self.items)
        raise UsageError(f"quiz {self.slug} has no item {item_id!r}; it has {known}")


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of an instance: its numbers are filled in."""

    id: str
    text: Text
    why: Text
    is_right: bool
    misconception: str | None
    value: Value = None
    map_rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemInstance:
    """An item under one seed. `choices` stand in the order in which they are shown."""

    item: QuizItem
    seed: int
    values: Mapping[str, Number]
    stem: Text
    choices: tuple[Choice, ...]
    rules: tuple[OrderRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one option holds or does not, and what the learner did with it."""

    choice: Choice
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One marked response.

    A response that cannot be read is nobody's mistake about attention: `problem` then names the message to show, and
    no reason is given away, because the learner is asked again.
    """

    is_correct: bool
    share: float
    """Credit between 0 and 1."""
    misconceptions: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    broken_rules: tuple[OrderRule, ...] = ()
    problem: str | None = None
    response: Response = None
    """The response as it was understood; safe to store as JSON."""

    @property
    def is_readable(self) -> bool:
        return self.problem is None
