"""Quiz items as pages print them: one language, options with their standing, words for the mark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from grader.model import Text
from grader.quiz import Choice, ItemInstance, ItemResult, Kind, Quiz, Reason, read_shape

__all__ = ["AnswerView", "AxisView", "OptionView", "QuestionView", "answer_view", "question_view"]

BLANK = "____"

Standing = Literal["kept", "wrong", "missed", "other"]


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option, step or near miss. `standing` is set once it has been answered.

    kept: right and given · wrong: given, but wrong · missed: right and not given · other: rightly left alone.
    """

    id: str
    text: str
    why: str
    belief: str
    """What someone believes for whom this option shows it; empty otherwise."""
    map_rows: tuple[tuple[bool, ...], ...]
    standing: Standing | None = None
    is_chosen: bool = False
    place: int | None = None
    """For steps to be ordered: the place that the learner has given so far, from 1."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """An item to be answered, with what has been entered so far."""

    kind: Kind
    stem: str
    options: tuple[OptionView, ...]
    """Nothing for kinds that are typed: their options would give the answer away."""
    code: tuple[str, str]
    """The program before and after the blank."""
    entry: str

    @property
    def places(self) -> range:
        return range(1, len(self.options) + 1)


@dataclass(frozen=True, slots=True)
class AxisView:
    """One rung of a shape: what it is, and what the learner wrote if that has as many axes."""

    name: str
    expected: int
    given: int | None

    @property
    def is_off(self) -> bool:
        return self.given is not None and self.given != self.expected


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A marked answer: what was given, what holds, and why."""

    kind: Kind
    state: Literal["right", "partly", "wrong"]
    entry: str
    options: tuple[OptionView, ...]
    """What to read first: all options that were seen; of typed kinds the right one and the one given."""
    others: tuple[OptionView, ...]
    """Near misses of typed kinds that nobody gave."""
    broken_rules: tuple[str, ...]
    beliefs: tuple[str, ...]
    axes: tuple[AxisView, ...]
    """For a shape: its rungs."""
    percent: int

    @property
    def has_given_shape(self) -> bool:
        return self.state != "right" and bool(self.axes) and self.axes[0].given is not None


def question_view(instance: ItemInstance, locale: str, *, given: object = None) -> QuestionView:
    """`given` is an entry that could not be read, to be corrected instead of typed again."""
    item = instance.item
    before, _blank, after = item.code.partition(BLANK)
    options = instance.choices if item.kind.is_chosen else ()
    chosen = given if isinstance(given, (list, str)) else ()
    return QuestionView(
        kind=item.kind,
        stem=instance.stem[locale],
        options=tuple(_open_option(choice, chosen, locale) for choice in options),
        code=(before, after),
        entry=given if isinstance(given, str) and not item.kind.is_chosen else "",
    )


def answer_view(quiz: Quiz, instance: ItemInstance, result: ItemResult, locale: str) -> AnswerView:
    """A readable result in `locale`."""
    kind = instance.item.kind
    options = [_marked_option(reason, kind, quiz.beliefs, locale) for reason in result.reasons]
    first = [option for option in options if kind.is_chosen or option.standing != "other"]
    return AnswerView(
        kind=kind,
        state="right" if result.is_correct else "partly" if result.share > 0 else "wrong",
        entry="" if kind.is_chosen else str(result.response),
        options=_placed(first, result.response) if kind is Kind.ORDERING else tuple(first),
        others=tuple(option for option in options if option not in first),
        broken_rules=tuple(rule.why[locale] for rule in result.broken_rules),
        beliefs=tuple(quiz.beliefs[belief][locale] for belief in result.misconceptions),
        axes=_axes(instance, result),
        percent=int(100 * result.share + 0.5),
    )


def _axes(instance: ItemInstance, result: ItemResult) -> tuple[AxisView, ...]:
    if instance.item.kind is not Kind.SHAPE:
        return ()
    expected = next(choice.value for choice in instance.choices if choice.is_right)
    given = read_shape(result.response)
    if given is None or len(given) != len(expected):
        given = (None,) * len(expected)
    return tuple(AxisView(*rung) for rung in zip(instance.item.axes, expected, given, strict=True))


def _open_option(choice: Choice, chosen: Sequence[object] | str, locale: str) -> OptionView:
    is_chosen = choice.id == chosen if isinstance(chosen, str) else choice.id in chosen
    place = chosen.index(choice.id) + 1 if is_chosen and not isinstance(chosen, str) else None
    return OptionView(choice.id, choice.text[locale], "", "", _map(choice), is_chosen=is_chosen, place=place)


def _marked_option(reason: Reason, kind: Kind, beliefs: Mapping[str, Text], locale: str) -> OptionView:
    choice = reason.choice
    standing: Standing
    if kind is Kind.ORDERING:
        standing = "kept" if reason.is_chosen else "wrong"
    elif choice.is_right:
        standing = "kept" if reason.is_chosen else "missed"
    else:
        standing = "wrong" if reason.is_chosen else "other"
    shows_belief = choice.misconception is not None and (standing in ("wrong", "missed") or not choice.is_right)
    return OptionView(
        id=choice.id,
        text=choice.text[locale],
        why=choice.why[locale],
        belief=beliefs[choice.misconception][locale] if shows_belief and choice.misconception else "",
        map_rows=_map(choice),
        standing=standing,
        is_chosen=reason.is_chosen,
    )


def _placed(options: Sequence[OptionView], order: Sequence[str]) -> tuple[OptionView, ...]:
    """The steps in the right order, each with the place that the learner gave it."""
    return tuple(
        OptionView(
            option.id, option.text, option.why, "", (), option.standing, option.is_chosen, order.index(option.id) + 1
        )
        for option in options
    )


def _map(choice: Choice) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(cell == "1" for cell in row) for row in choice.map_rows)
