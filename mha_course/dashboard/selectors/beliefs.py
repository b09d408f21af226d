"""What the class believes: misconceptions that programs reproduced and quiz answers chose."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from mha_course.dashboard.selectors.catalogue import misconception_texts
from mha_course.dashboard.selectors.gradebook import Gradebook
from mha_course.people.models import User
from mha_course.quizzes.models import QuizResponse
from mha_course.submissions.models import DiagnosedMisconception, Submission
from mha_course.submissions.results import counted_runs

__all__ = ["Belief", "beliefs"]


@dataclass(frozen=True, slots=True)
class Belief:
    """One misconception and how much of the class showed it, in code or in quizzes."""

    misconception: str
    text: str
    """Empty where only a quiz knows the id."""
    learners: int
    holding: int
    """Learners whose code showed it in an exercise that they have not solved yet."""
    submissions: int
    quiz_learners: int


def beliefs(learners: QuerySet[User], book: Gradebook, locale: str) -> tuple[Belief, ...]:
    """Every misconception seen among `learners`: those that most still hold first. Two queries."""
    solved = {(row.learner.pk, cell.exercise) for row in book.rows for cell in row.cells if cell.is_accepted}
    shown: defaultdict[str, set[int]] = defaultdict(set)
    holding: defaultdict[str, set[int]] = defaultdict(set)
    submissions: defaultdict[str, int] = defaultdict(int)
    for misconception, learner, exercise, count in _in_code(learners):
        shown[misconception].add(learner)
        submissions[misconception] += count
        if (learner, exercise) not in solved:
            holding[misconception].add(learner)
    chosen = _in_quizzes(learners)
    texts = misconception_texts(locale)
    found = [
        Belief(
            misconception=misconception,
            text=texts.get(misconception, ""),
            learners=len(shown[misconception] | chosen[misconception]),
            holding=len(holding[misconception]),
            submissions=submissions[misconception],
            quiz_learners=len(chosen[misconception]),
        )
        for misconception in {*shown, *chosen}
    ]
    return tuple(sorted(found, key=lambda belief: (-belief.holding, -belief.learners, belief.misconception)))


def _in_code(learners: QuerySet[User]) -> QuerySet[DiagnosedMisconception]:
    """(misconception, learner, exercise, submissions) of the runs that count."""
    sent = Submission.objects.filter(learner__in=learners.order_by().values("pk"))
    return (
        DiagnosedMisconception.objects.filter(run__in=counted_runs(sent).values("pk"))
        .order_by()
        .values_list("misconception", "run__submission__learner", "run__submission__exercise")
        .annotate(submissions=Count("run__submission", distinct=True))
    )


def _in_quizzes(learners: QuerySet[User]) -> defaultdict[str, set[int]]:
    """The learners who chose an option that stands for each misconception."""
    chosen: defaultdict[str, set[int]] = defaultdict(set)
    responses = QuizResponse.objects.filter(attempt__learner__in=learners.order_by().values("pk"), is_correct=False)
    for misconceptions, learner in responses.values_list("misconceptions", "attempt__learner"):
        for misconception in misconceptions:
            chosen[misconception].add(learner)
    return chosen
