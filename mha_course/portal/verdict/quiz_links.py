"""Questions that belong to a verdict, offered below it as part of the answer, and what concepts are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exercises import registry
from mha_course.people.models import User
from mha_course.quizzes.catalogue import attempt_seed, item_instance
from mha_course.quizzes.selectors import open_attempt

__all__ = ["QuizLink", "concept_name", "quiz_links"]

MOST_LINKS = 2
"""More than two questions below a verdict are homework, not an answer."""


@dataclass(frozen=True, slots=True)
class QuizLink:
    """One quiz item. `concept` and `stem` are Markdown in the reader's language."""

    quiz: str
    item: str
    concept: str
    stem: str


def quiz_links(report: Mapping[str, Any], reader: User, locale: str) -> tuple[QuizLink, ...]:
    """Items that belong to what was diagnosed, with the numbers that `reader` will find in them.

    None without a diagnosis. At most two queries for each quiz.
    """
    diagnoses = report.get("diagnoses") or ()
    if not diagnoses:
        return ()
    misconceptions = [name for diagnosis in diagnoses for name in diagnosis["misconceptions"]]
    found = registry.quiz_items_for(misconceptions, diagnoses[0].get("concept"))[:MOST_LINKS]
    seeds = {quiz: _seed(reader, quiz) for quiz in {quiz for quiz, _item in found}}
    return tuple(_link(quiz, item, seeds[quiz], locale) for quiz, item in found)


def concept_name(concept: str, locale: str) -> str:
    """What a concept is called, by the quizzes, which name them, or by the exercise that teaches it; else nothing."""
    for quiz in registry.all_quizzes():
        if concept in quiz.concepts:
            return quiz.concepts[concept].name[locale]
    return registry.get(concept).title[locale] if concept in registry.slugs() else ""


def _seed(reader: User, quiz: str) -> int:
    attempt = open_attempt(reader, quiz)
    return attempt.seed if attempt else attempt_seed(reader, quiz)


def _link(quiz_slug: str, item_id: str, seed: int, locale: str) -> QuizLink:
    quiz = registry.get_quiz(quiz_slug)
    instance = item_instance(quiz, item_id, seed)
    return QuizLink(quiz_slug, item_id, quiz.concepts[instance.item.concept].name[locale], instance.stem[locale])
