"""What the quiz pages print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from exercises import registry
from grader.model import Text
from grader.quiz import Concept, ItemInstance, ItemResult, Quiz, mark
from mha_course.people.models import User
from mha_course.quizzes.catalogue import find_quiz, item_instance
from mha_course.quizzes.models import QuizAttempt, QuizResponse

__all__ = [
    "AttemptPage",
    "AttemptResult",
    "ConceptScore",
    "QuizProgress",
    "Step",
    "attempt_page",
    "attempt_result",
    "finished_attempts",
    "open_attempt",
    "quiz_progress",
]

StepState = Literal["right", "partly", "wrong", "open"]


@dataclass(frozen=True, slots=True)
class Step:
    """One item in the row of marks above a question."""

    item: str
    number: int
    state: StepState
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class AttemptPage:
    """One item of an attempt, with the first answer marked if there is one."""

    attempt: QuizAttempt
    quiz: Quiz
    instance: ItemInstance
    concept: Concept
    steps: tuple[Step, ...]
    first: ItemResult | None

    @property
    def number(self) -> int:
        return next(step.number for step in self.steps if step.is_current)

    @property
    def answered(self) -> int:
        return sum(step.state != "open" for step in self.steps)

    @property
    def next_open(self) -> Step | None:
        """The next item without an answer, searched from here to the end and then from the beginning."""
        here = self.number
        later = sorted(self.steps, key=lambda step: (step.number <= here, step.number))
        return next((step for step in later if step.state == "open" and not step.is_current), None)


@dataclass(frozen=True, slots=True)
class ConceptScore:
    """How one concept of a quiz went in one attempt."""

    id: str
    concept: Concept
    items: int
    credit: float
    """Sum of shares, 0 to `items`."""

    @property
    def is_sure(self) -> bool:
        return self.credit == self.items


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The whole attempt at a glance."""

    attempt: QuizAttempt
    quiz: Quiz
    steps: tuple[Step, ...]
    concepts: tuple[ConceptScore, ...]
    beliefs: tuple[Text, ...]
    """The misbeliefs that came up, in the order of the quiz and each once."""
    right: int

    @property
    def open_items(self) -> int:
        return sum(step.state == "open" for step in self.steps)


@dataclass(frozen=True, slots=True)
class QuizProgress:
    """Where a learner stands in one quiz, over all attempts."""

    quiz: Quiz
    attempts: int = 0
    open_answered: int | None = None
    """Answers in the open attempt; None where none is open."""
    best_right: int | None = None
    """Right answers of the best attempt; None before the first answer."""

    @property
    def is_open(self) -> bool:
        return self.open_answered is not None


def open_attempt(learner: User, quiz: str) -> QuizAttempt | None:
    """The attempt that `start` would resume. One query."""
    return QuizAttempt.objects.filter(learner=learner, quiz=quiz, finished_at=None).first()


def finished_attempts(learner: User, quiz: str) -> tuple[AttemptResult, ...]:
    """Earlier attempts, newest first. Two queries."""
    attempts = QuizAttempt.objects.filter(learner=learner, quiz=quiz, finished_at__isnull=False)
    return tuple(_result(attempt) for attempt in attempts.prefetch_related("responses"))


def attempt_page(attempt: QuizAttempt, item: str) -> AttemptPage:
    """One item of `attempt`. One query. Raises `UnknownQuizError`."""
    quiz = find_quiz(attempt.quiz)
    instance = item_instance(quiz, item, attempt.seed)
    responses = _by_item(attempt.responses.all())
    return AttemptPage(
        attempt=attempt,
        quiz=quiz,
        instance=instance,
        concept=quiz.concepts[instance.item.concept],
        steps=_steps(quiz, responses, current=item),
        first=mark(instance, responses[item].response) if item in responses else None,
    )


def attempt_result(attempt: QuizAttempt) -> AttemptResult:
    """How `attempt` went. One query. Raises `UnknownQuizError`."""
    return _result(attempt)


def quiz_progress(learner: User) -> dict[str, QuizProgress]:
    """Every quiz of the course by slug, in order. Two queries, however many quizzes and attempts."""
    attempts: dict[str, list[QuizAttempt]] = {}
    for attempt in QuizAttempt.objects.filter(learner=learner).prefetch_related("responses"):
        attempts.setdefault(attempt.quiz, []).append(attempt)
    return {quiz.slug: _progress(quiz, attempts.get(quiz.slug, [])) for quiz in registry.all_quizzes()}


def _progress(quiz: Quiz, attempts: Sequence[QuizAttempt]) -> QuizProgress:
    answered = {attempt.pk: _by_item(attempt.responses.all()) for attempt in attempts}
    known = {item.id for item in quiz.items}
    right = [
        sum(response.is_correct for item, response in responses.items() if item in known)
        for responses in answered.values()
        if responses
    ]
    being_taken = next((attempt for attempt in attempts if attempt.finished_at is None), None)
    return QuizProgress(
        quiz=quiz,
        attempts=len(attempts),
        open_answered=len(answered[being_taken.pk].keys() & known) if being_taken else None,
        best_right=max(right, default=None),
    )


def _result(attempt: QuizAttempt) -> AttemptResult:
    quiz = find_quiz(attempt.quiz)
    responses = _by_item(attempt.responses.all())
    answered = [responses[item.id] for item in quiz.items if item.id in responses]
    beliefs = dict.fromkeys(belief for response in answered for belief in response.misconceptions)
    return AttemptResult(
        attempt=attempt,
        quiz=quiz,
        steps=_steps(quiz, responses),
        concepts=_concept_scores(quiz, responses),
        beliefs=tuple(quiz.beliefs[belief] for belief in beliefs if belief in quiz.beliefs),
        right=sum(response.is_correct for response in answered),
    )


def _concept_scores(quiz: Quiz, responses: Mapping[str, QuizResponse]) -> tuple[ConceptScore, ...]:
    return tuple(
        ConceptScore(
            id=concept_id,
            concept=concept,
            items=sum(item.concept == concept_id for item in quiz.items),
            credit=sum(
                responses[item.id].share for item in quiz.items if item.concept == concept_id and item.id in responses
            ),
        )
        for concept_id, concept in quiz.concepts.items()
    )


def _steps(quiz: Quiz, responses: Mapping[str, QuizResponse], current: str | None = None) -> tuple[Step, ...]:
    return tuple(
        Step(item.id, number, _state(responses.get(item.id)), is_current=item.id == current)
        for number, item in enumerate(quiz.items, start=1)
    )


def _state(response: QuizResponse | None) -> StepState:
    if response is None:
        return "open"
    if response.is_correct:
        return "right"
    return "partly" if response.share > 0 else "wrong"


def _by_item(responses: Iterable[QuizResponse]) -> dict[str, QuizResponse]:
    return {response.item: response for response in responses}
