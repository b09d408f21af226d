"""Learners by exercises: the best result of each, what it took, and whether anything is on its way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from grader.verdicts import Verdict
from mha_course.dashboard.selectors.catalogue import ExerciseColumn, QuizColumn, exercise_columns, quiz_columns
from mha_course.dashboard.selectors.quiz_results import QuizMark, quiz_marks
from mha_course.people.models import Cohort, User
from mha_course.people.selectors import learners_of
from mha_course.submissions.models import GradingRun, RunState, Submission
from mha_course.submissions.results import best_runs

__all__ = ["Cell", "Gradebook", "Row", "gradebook"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one learner has in one exercise. `verdict` and points are those of the best submission."""

    exercise: str
    max_points: int
    verdict: Verdict | None = None
    points: int = 0
    submissions: int = 0
    last_submitted_at: datetime | None = None
    waiting: int = 0
    """Submissions on their way to a first judgement."""
    failed: int = 0
    """Submissions that never got one, through a fault of ours."""

    @property
    def is_accepted(self) -> bool:
        return self.verdict is Verdict.ACCEPTED

    @property
    def mark(self) -> str:
        """How the cell reads at a glance: accepted, partial, wrong, waiting, failed, withdrawn or none."""
        if self.is_accepted:
            return "accepted"
        if self.verdict is not None:
            return "partial" if self.points else "wrong"
        if self.waiting:
            return "waiting"
        if self.failed:
            return "failed"
        return "withdrawn" if self.submissions else "none"


@dataclass(frozen=True, slots=True)
class Row:
    """One learner with a cell for each exercise and a mark for each quiz, in the columns' order."""

    learner: User
    cells: tuple[Cell, ...]
    quizzes: tuple[QuizMark, ...]

    @property
    def accepted(self) -> int:
        """How many exercises are accepted."""
        return sum(cell.is_accepted for cell in self.cells)

    @property
    def points(self) -> int:
        return sum(cell.points for cell in self.cells)

    @property
    def submissions(self) -> int:
        return sum(cell.submissions for cell in self.cells)

    @property
    def last_submitted_at(self) -> datetime | None:
        """When the server last accepted anything of this learner, in any exercise."""
        return max((cell.last_submitted_at for cell in self.cells if cell.last_submitted_at), default=None)


@dataclass(frozen=True, slots=True)
class Gradebook:
    """The whole table."""

    columns: tuple[ExerciseColumn, ...]
    quizzes: tuple[QuizColumn, ...]
    rows: tuple[Row, ...]


def gradebook(cohort: Cohort, locale: str) -> Gradebook:
    """The gradebook of `cohort`, learners by name. Four queries, for any number of learners."""
    learners = learners_of(cohort)
    columns, quizzes = exercise_columns(locale), quiz_columns(locale)
    sent = Submission.objects.filter(learner__in=learners.order_by().values("pk"), is_visible_only=False)
    cells = _cells(sent, columns)
    marks = quiz_marks(learners, quizzes)
    rows = tuple(
        Row(
            learner=learner,
            cells=tuple(
                cells.get((learner.pk, column.slug), Cell(column.slug, column.max_points)) for column in columns
            ),
            quizzes=tuple(
                marks.get((learner.pk, quiz.slug), QuizMark(quiz.slug, len(quiz.item_ids))) for quiz in quizzes
            ),
        )
        for learner in learners
    )
    return Gradebook(columns=columns, quizzes=quizzes, rows=rows)


def _cells(sent: QuerySet[Submission], columns: tuple[ExerciseColumn, ...]) -> dict[tuple[int, str], Cell]:
    """Every cell with a submission behind it, by learner and exercise."""
    best = {
        (run["submission__learner"], run["submission__exercise"]): run
        for run in best_runs(sent).values(
            "submission__learner", "submission__exercise", "verdict", "points", "max_points"
        )
    }
    max_points = {column.slug: column.max_points for column in columns}
    cells = {}
    for tally in _tallies(sent):
        key = (tally["learner"], tally["exercise"])
        run = best.get(key)
        cells[key] = Cell(
            exercise=tally["exercise"],
            max_points=(run and run["max_points"]) or max_points.get(tally["exercise"], 0),
            verdict=Verdict(run["verdict"]) if run else None,
            points=(run and run["points"]) or 0,
            submissions=tally["submissions"],
            last_submitted_at=tally["last_submitted_at"],
            waiting=tally["waiting"],
            failed=tally["failed"],
        )
    return cells


def _tallies(sent: QuerySet[Submission]) -> QuerySet[Submission]:
    """How much each learner sent for each exercise, and how much of it still waits for its first judgement."""
    runs = GradingRun.objects.filter(submission=OuterRef("pk"))
    in_state = {state: Exists(runs.filter(state=state)) for state in RunState}
    is_judged = Q(in_state[RunState.GRADED])
    is_waiting = Q(in_state[RunState.QUEUED]) | Q(in_state[RunState.RUNNING])
    return (
        sent.annotate(
            is_waiting=is_waiting & ~is_judged, is_failed=Q(in_state[RunState.FAILED]) & ~is_waiting & ~is_judged
        )
        .order_by()
        .values("learner", "exercise")
        .annotate(
            submissions=Count("pk"),
            last_submitted_at=Max("received_at"),
            waiting=Count("pk", filter=Q(is_waiting=True)),
            failed=Count("pk", filter=Q(is_failed=True)),
        )
    )
