"""Rows as submitting, grading and answering leave them, without a worker: the dashboard only reads."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.utils import timezone

from grader.verdicts import Verdict
from mha_course.people import services
from mha_course.people.models import Cohort, Role, User
from mha_course.quizzes.models import QuizAttempt, QuizResponse
from mha_course.submissions.models import DiagnosedMisconception, GradingRun, RunState, Submission


def add_run(
    submission,
    *,
    state=RunState.GRADED,
    verdict=Verdict.WRONG_VALUE,
    points=0,
    misconceptions=(),
    age_seconds=0,
    queue="grade.cpu",
):
    """One more run of `submission`, queued `age_seconds` ago, with what a run in `state` has."""
    queued_at = timezone.now() - timedelta(seconds=age_seconds)
    is_graded = state == RunState.GRADED
    run = GradingRun.objects.create(
        submission=submission,
        state=state,
        queue=queue,
        exercise_digest="0" * 64,
        seed=secrets.randbits(63),
        verdict=verdict if is_graded else "",
        points=points if is_graded else None,
        max_points=10 if is_graded else None,
        started_at=None if state == RunState.QUEUED else queued_at,
        finished_at=None if state in (RunState.QUEUED, RunState.RUNNING) else queued_at,
        report={"version": 1} if is_graded else None,
    )
    GradingRun.objects.filter(pk=run.pk).update(queued_at=queued_at)
    if is_graded:
        DiagnosedMisconception.objects.bulk_create(
            DiagnosedMisconception(run=run, misconception=name) for name in misconceptions
        )
    return run


def send(learner, exercise="split-heads", *, age_seconds=0, visible_only=False, **run):
    """A submission received `age_seconds` ago, with one run of it."""
    submission = Submission.objects.create(
        learner=learner, exercise=exercise, framework="numpy", device="cpu", source="...", is_visible_only=visible_only
    )
    received_at = timezone.now() - timedelta(seconds=age_seconds)
    Submission.objects.filter(pk=submission.pk).update(received_at=received_at)
    add_run(submission, age_seconds=age_seconds, **run)
    return submission


def answer(attempt, item, *, correct, misconceptions=()):
    return QuizResponse.objects.create(
        attempt=attempt,
        item=item,
        response="x",
        is_correct=correct,
        share=1.0 if correct else 0.0,
        concept="d-k",
        misconceptions=list(misconceptions),
    )


def attempt_quiz(learner, quiz, *, is_finished=True):
    return QuizAttempt.objects.create(
        learner=learner, quiz=quiz, seed=1, finished_at=timezone.now() if is_finished else None
    )


def fill_class(cohort: Cohort, learners: int) -> list[User]:
    """Learners who all sent something to every exercise, showed a misconception and answered a quiz item."""
    from exercises import registry

    people = []
    for number in range(1, learners + 1):
        person = User.objects.create_user(f"learner{number:02}", display_name=f"学習者 {number:02}")
        services.enrol(user=person, cohort=cohort, role=Role.LEARNER)
        for place, exercise in enumerate(registry.all_exercises()):
            send(person, exercise.slug, verdict=Verdict.WRONG_SHAPE, age_seconds=600)
            if (number + place) % 3:
                send(person, exercise.slug, verdict=Verdict.ACCEPTED, points=10, age_seconds=300)
            else:
                send(person, exercise.slug, points=2, misconceptions=["split-view-no-transpose"], age_seconds=300)
        quiz = registry.all_quizzes()[0]
        answer(attempt_quiz(person, quiz.slug), quiz.items[0].id, correct=False, misconceptions=["dk-is-token-count"])
        people.append(person)
    return people
