"""Which items go with a mistake in code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.quiz.model import Quiz

__all__ = ["MAX_ITEMS_FOR_A_VERDICT", "items_for"]

MAX_ITEMS_FOR_A_VERDICT = 3  # below a verdict stands a next step, not a second exam


def items_for(
    quizzes: Iterable[Quiz], misconceptions: Sequence[str], concept: str | None
) -> tuple[tuple[str, str], ...]:
    """At most three (quiz slug, item id): items that can show one of the beliefs, then items on the same concept.

    Beliefs count in the order given, so that the first diagnosis is served first; without any, nothing but the
    concept speaks.
    """
    every_item = [(quiz.slug, item) for quiz in quizzes for item in quiz.items]
    fitting = [(slug, item) for belief in misconceptions for slug, item in every_item if belief in item.misconceptions]
    related = [(slug, item) for slug, item in every_item if concept is not None and item.concept == concept]
    found = dict.fromkeys((slug, item.id) for slug, item in [*fitting, *related])
    return tuple(found)[:MAX_ITEMS_FOR_A_VERDICT]
