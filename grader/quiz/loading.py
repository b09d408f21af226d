"""Quiz files: TOML in, a checked `Quiz` out.

A file has `title`, `summary`, `[concepts.<id>]` with name and summary, `[beliefs]` with one text for each
misconception, and `[[items]]`. `docs/authoring.md` shows one in full.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.errors import ExerciseError
from grader.quiz.checks import check_item, check_quiz
from grader.quiz.draws import admissible_draws
from grader.quiz.fields import Fields, located
from grader.quiz.formula import Formula, Number
from grader.quiz.model import Concept, Kind, Option, OrderRule, Quiz, QuizItem

__all__ = ["load_quiz"]

_QUIZ_FIELDS = frozenset({"title", "summary", "concepts", "beliefs", "items"})
_ITEM_FIELDS = frozenset(
    {"id", "kind", "concept", "stem", "options", "parameters", "where", "tolerance", "axes", "code", "rules"}
)
_OPTION_FIELDS = frozenset({"id", "right", "text", "why", "misconception", "formula", "shape", "code", "map"})
_RULE_FIELDS = frozenset({"first", "then", "misconception", "why"})
_RANGE_FIELDS = frozenset({"from", "to", "step"})


def load_quiz(path: Path) -> Quiz:
    """The quiz in `path`; its slug is the file's name.

    Raises `ExerciseError`, which names the item and the option, for anything that a learner could stumble over: a
    language or a reason that is missing, an unknown kind or field, options that collide for some seed.
    """
    with located(f"quiz {path.stem}"):
        try:
            top = Fields(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ExerciseError(f"the file cannot be read: {error}") from error
        top.refuse_unknown(_QUIZ_FIELDS)
        quiz = Quiz(
            slug=path.stem,
            title=top.text("title"),
            summary=top.text("summary"),
            items=tuple(_item(table, position) for position, table in enumerate(top.tables("items"), start=1)),
            concepts={concept: _concept(top, concept) for concept in top.mapping("concepts")},
            beliefs={belief: Fields(top.mapping("beliefs")).text(belief) for belief in top.mapping("beliefs")},
        )
        check_quiz(quiz)
    return quiz


def _concept(top: Fields, concept: str) -> Concept:
    with located(f"concept {concept}"):
        table = Fields(Fields(top.mapping("concepts")).mapping(concept))
        table.refuse_unknown({"name", "summary"})
        return Concept(name=table.text("name"), summary=table.text("summary"))


def _item(table: Fields, position: int) -> QuizItem:
    with located(f"item {table.table.get('id', position)}"):
        table.refuse_unknown(_ITEM_FIELDS)
        kind = _kind(table)
        drawn, derived = _parameters(table)
        item = QuizItem(
            id=table.string("id"),
            kind=kind,
            concept=table.string("concept"),
            stem=table.text("stem"),
            options=tuple(_option(option, number) for number, option in enumerate(table.tables("options"), start=1)),
            rules=tuple(_rule(rule) for rule in table.tables("rules")),
            code=table.optional_string("code") or "",
            axes=table.strings("axes"),
            tolerance=table.number("tolerance"),
            draws=admissible_draws(drawn, derived, [Formula(source) for source in table.strings("where")]),
        )
        check_item(item)
        return item


def _kind(table: Fields) -> Kind:
    name = table.string("kind")
    try:
        return Kind(name)
    except ValueError as error:
        raise ExerciseError(f"unknown kind {name!r}; known are {', '.join(Kind)}") from error


def _option(table: Fields, number: int) -> Option:
    with located(f"option {table.table.get('id', number)}"):
        table.refuse_unknown(_OPTION_FIELDS)
        formula = table.optional_string("formula")
        formulas = [formula] if formula else table.strings("shape")
        is_right = table.flag("right")
        return Option(
            id=table.optional_string("id")
            or ("answer" if is_right else f"{table.table.get('misconception')}-{number}"),
            is_right=is_right,
            why=table.text("why"),
            misconception=table.optional_string("misconception"),
            text=table.optional_text("text"),
            formulas=tuple(Formula(source) for source in formulas),
            spellings=table.strings("code"),
            map_rows=table.strings("map"),
        )


def _rule(table: Fields) -> OrderRule:
    table.refuse_unknown(_RULE_FIELDS)
    return OrderRule(table.string("first"), table.string("then"), table.string("misconception"), table.text("why"))


def _parameters(table: Fields) -> tuple[Mapping[str, Sequence[Number]], Mapping[str, Formula]]:
    """A list or a range is drawn from; a text is a formula over what stands above it."""
    drawn: dict[str, Sequence[Number]] = {}
    derived: dict[str, Formula] = {}
    for name, value in table.mapping("parameters").items():
        match value:
            case str():
                derived[name] = Formula(value)
            case list() if value and all(type(choice) in (int, float) for choice in value):
                drawn[name] = value
            case {"from": int(first), "to": int(last)} if set(value) <= _RANGE_FIELDS and first < last:
                drawn[name] = range(first, last + 1, value.get("step", 1))
            case _:
                raise ExerciseError(
                    f"parameter {name} is a list of numbers, {{from, to, step}} with whole numbers, or a formula"
                )
    return drawn, derived
