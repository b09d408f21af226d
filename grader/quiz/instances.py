"""From an item and a seed to the numbers, texts and order that one learner sees."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping

from grader.errors import ExerciseError
from grader.model import Text
from grader.quiz.formula import Number
from grader.quiz.model import Choice, ItemInstance, Kind, Option, OrderRule, QuizItem, Value

__all__ = ["fill_in", "format_number", "format_shape", "instantiate"]

_PLAIN = re.compile(r"\{([A-Za-z_]\w*)\}")
_IN_MATHS = re.compile(r"\{\{([A-Za-z_]\w*)\}\}")  # a single pair of braces belongs to LaTeX there: \sqrt{d_k}
_MATHS = re.compile(r"(\$[^$]*\$)")


def instantiate(item: QuizItem, seed: int) -> ItemInstance:
    """The item as `seed` fixes it: the same numbers and the same order at every call.

    Draws rest on SHA-256 and not on `random`, whose sequences may change with the Python version while an attempt
    is open.
    """
    values = item.draws[_digest(seed, item.id, "draw") % len(item.draws)]
    choices = tuple(_choice(option, item.kind, values) for option in item.options)
    return ItemInstance(
        item=item,
        seed=seed,
        values=values,
        stem=fill_in(item.stem, values),
        choices=_shuffled(choices, item, seed) if item.kind.is_chosen else choices,
        rules=tuple(
            OrderRule(rule.first, rule.then, rule.misconception, fill_in(rule.why, values)) for rule in item.rules
        ),
    )


def fill_in(text: Text, values: Mapping[str, Number]) -> Text:
    """`{name}` outside and `{{name}}` inside `$…$` become numbers. Raises `ExerciseError` for an unknown name."""
    return Text(en=_fill_in(text.en, values), ja=_fill_in(text.ja, values))


def format_number(number: Number) -> str:
    """As a learner would write it: whole numbers whole, others to four significant digits."""
    return str(number) if isinstance(number, int) else format(number, ".4g")


def format_shape(shape: tuple[int, ...]) -> str:
    """As Python writes a tuple: `(2, 3)`, `(2,)`, `()`."""
    return repr(tuple(shape))


def _fill_in(passage: str, values: Mapping[str, Number]) -> str:
    pieces = _MATHS.split(passage)
    return "".join((_IN_MATHS if piece.startswith("$") else _PLAIN).sub(_reader(values), piece) for piece in pieces)


def _reader(values: Mapping[str, Number]) -> Callable[[re.Match[str]], str]:
    def read(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in values:
            raise ExerciseError(f"{match.group(0)} stands in a text, but {name} is no parameter")
        return format_number(values[name])

    return read


def _choice(option: Option, kind: Kind, values: Mapping[str, Number]) -> Choice:
    value = _value(option, kind, values)
    return Choice(
        id=option.id,
        text=fill_in(option.text, values) if option.text else _text_of(value),
        why=fill_in(option.why, values),
        is_right=option.is_right,
        misconception=option.misconception,
        value=value,
        map_rows=option.map_rows,
    )


def _value(option: Option, kind: Kind, values: Mapping[str, Number]) -> Value:
    match kind:
        case Kind.NUMERIC:
            return option.formulas[0].evaluate(values)
        case Kind.SHAPE:
            return tuple(_size(option, formula.evaluate(values)) for formula in option.formulas)
        case Kind.FILL:
            return option.spellings
    return None


def _size(option: Option, size: Number) -> int:
    if not isinstance(size, int) or size < 0:
        raise ExerciseError(f"option {option.id} has an axis of size {size}")
    return size


def _text_of(value: Value) -> Text:
    match value:
        case (str() as spelling, *_):
            shown = f"`{spelling}`"
        case tuple():
            shown = f"`{value}`"
        case int() | float():
            shown = format_number(value)
        case _:
            shown = ""
    return Text(en=shown, ja=shown)


def _shuffled(choices: tuple[Choice, ...], item: QuizItem, seed: int) -> tuple[Choice, ...]:
    """In an order of this seed; steps to be ordered never start in the right one."""
    shuffled = tuple(sorted(choices, key=lambda choice: _digest(seed, item.id, choice.id)))
    if item.kind is Kind.ORDERING and shuffled == choices:
        return (*shuffled[1:], shuffled[0])
    return shuffled


def _digest(seed: int, *labels: str) -> int:
    return int.from_bytes(hashlib.sha256("\0".join([str(seed), *labels]).encode()).digest())
