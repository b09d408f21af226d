"""Quizzes of a class: each learner's mark, and what each item tells."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet, Sum

from mha_course.dashboard.selectors.catalogue import QuizColumn
from mha_course.people.models import User
from mha_course.quizzes.models import QuizResponse

__all__ = ["ItemRow", "QuizMark", "item_analysis", "quiz_marks"]


@dataclass(frozen=True, slots=True)
class QuizMark:
    """What one learner has in one quiz: the attempt with the most credit. Items not answered earn nothing."""

    quiz: str
    items: int
    answered: int = 0
    credit: float = 0.0
    """Sum of the items' shares, 0 to `items`."""

    @property
    def percent(self) -> int:
        """Credit of all items, 0 to 100, rounded half up."""
        return int(100 * self.credit / self.items + 0.5) if self.items else 0


@dataclass(frozen=True, slots=True)
class ItemRow:
    """What the class did with one item, judged by each learner's first answer to it."""

    quiz: str
    number: int
    """Its place in the quiz, from 1."""
    item: str
    concept: str
    learners: int
    correct: int
    misconceptions: tuple[tuple[str, int], ...]
    """(id, learners), most frequent first."""

    @property
    def percent_correct(self) -> int:
        return int(100 * self.correct / self.learners + 0.5) if self.learners else 0


def quiz_marks(learners: QuerySet[User], quizzes: Iterable[QuizColumn]) -> dict[tuple[int, str], QuizMark]:
    """The best attempt by learner and quiz, where there is an answer. One query."""
    items = {quiz.slug: len(quiz.item_ids) for quiz in quizzes}
    attempts = (
        QuizResponse.objects.filter(attempt__learner__in=learners.order_by().values("pk"))
        .values("attempt", "attempt__learner", "attempt__quiz")
        .annotate(answered=Count("pk"), credit=Sum("share"))
        .order_by("credit")
    )
    return {
        (attempt["attempt__learner"], attempt["attempt__quiz"]): QuizMark(
            quiz=attempt["attempt__quiz"],
            items=items.get(attempt["attempt__quiz"], attempt["answered"]),
            answered=attempt["answered"],
            credit=attempt["credit"],
        )
        for attempt in attempts
    }


def item_analysis(learners: QuerySet[User], quizzes: Iterable[QuizColumn]) -> tuple[ItemRow, ...]:
    """Every item of `quizzes` that somebody answered, hardest first, then in the quizzes' order. One query.

    Only a learner's first answer to an item counts: later attempts have seen the reasons.
    """
    first: dict[tuple[str, str], dict[int, QuizResponse]] = defaultdict(dict)
    responses = QuizResponse.objects.filter(attempt__learner__in=learners.order_by().values("pk"))
    for response in responses.select_related("attempt").order_by("answered_at", "pk"):
        first[response.attempt.quiz, response.item].setdefault(response.attempt.learner_id, response)
    rows = [
        _item_row(quiz, place, list(first[quiz.slug, item].values()))
        for quiz in quizzes
        for place, item in enumerate(quiz.item_ids)
        if (quiz.slug, item) in first
    ]
    return tuple(sorted(rows, key=lambda row: row.correct / row.learners))


def _item_row(quiz: QuizColumn, place: int, responses: list[QuizResponse]) -> ItemRow:
    chosen = Counter(misconception for response in responses for misconception in set(response.misconceptions))
    return ItemRow(
        quiz=quiz.slug,
        number=place + 1,
        item=quiz.item_ids[place],
        concept=quiz.concepts[place],
        learners=len(responses),
        correct=sum(response.is_correct for response in responses),
        misconceptions=tuple(sorted(chosen.items(), key=lambda pair: (-pair[1], pair[0]))),
    )
