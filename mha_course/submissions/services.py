"""What may be asked about submissions: send one, take it back, grade it again."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from exercises import registry
from grader.errors import UsageError
from grader.model import Exercise
from grader.screening import screen
from mha_course.celery import GRADE_CPU, GRADE_GPU, REGRADE
from mha_course.people.models import User
from mha_course.submissions import runs, tasks
from mha_course.submissions.errors import SubmissionRefused
from mha_course.submissions.models import GradingRun, RunState, Submission

__all__ = ["cancel", "regrade", "submit"]

_DAY_SECONDS = 86_400


def submit(
    *,
    learner: User,
    exercise: str,
    framework: str | None,
    device: str,
    source: str | bytes,
    visible_only: bool = False,
) -> Submission:
    """Store what a learner sent and queue it for grading; from then on it reaches a final state whatever breaks.

    `framework` None is read off the source, as the engine does it. `device` is auto, cpu or cuda; auto is the CPU.
    An older submission of the same learner to the same exercise that no worker has begun yet
    is superseded: it used no attempt and stays readable, but only the newest is graded. One already begun is graded
    as well. Raises `SubmissionRefused` with what the learner can do about it; then nothing is stored.
    """
    known = _known_exercise(exercise)
    text = _checked_source(source, known)
    chosen_framework = _checked_framework(framework or None, text, known)
    chosen_device = _checked_device(device, chosen_framework)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=learner.pk)  # one submit of a learner at a time: quota and supersede
        _check_quota(learner)
        runs.supersede(
            GradingRun.objects.filter(
                submission__learner=learner,
                submission__exercise=known.slug,
                submission__is_visible_only=visible_only,
                is_regrade=False,
            )
        )
        submission = Submission.objects.create(
            learner=learner,
            exercise=known.slug,
            framework=chosen_framework,
            device=chosen_device,
            source=text,
            is_visible_only=visible_only,
        )
        queue = GRADE_GPU if chosen_device == "cuda" else GRADE_CPU
        run = runs.add(submission=submission, queue=queue, exercise_digest=known.digest)
        tasks.enqueue_after_commit(run.pk, queue)
    return submission


def regrade(*, submissions: Iterable[Submission]) -> list[GradingRun]:
    """Queue a fresh run, with fresh hidden cases, for each submission; earlier runs and their reports stay.

    Regrades stand behind what learners send now. A submission that already waits in a queue will be graded afresh in
    any case and gets no second run. Raises `UsageError` for an exercise that no longer exists; then nothing is queued.
    """
    added = []
    with transaction.atomic():
        chosen = Submission.objects.filter(pk__in=[submission.pk for submission in submissions]).order_by("pk")
        for submission in chosen.select_for_update():  # whoever asks twice at once gets one run
            if submission.runs.filter(state=RunState.QUEUED).exists():
                continue
            queue = GRADE_GPU if submission.device == "cuda" else REGRADE
            digest = registry.get(submission.exercise).digest
            run = runs.add(submission=submission, queue=queue, exercise_digest=digest, is_regrade=True)
            tasks.enqueue_after_commit(run.pk, queue)
            added.append(run)
    return added


def cancel(*, submission: Submission) -> bool:
    """Take back what the learner sent, before its verdict. False if there was nothing left to cancel.

    A regrade goes on: it is not the learner's to stop.
    """
    return bool(runs.cancel(submission.runs.filter(is_regrade=False).values_list("pk", flat=True)))


def _known_exercise(slug: str) -> Exercise:
    try:
        return registry.get(slug)
    except UsageError as error:
        raise SubmissionRefused("unknown_exercise", exercise=slug) from error


def _checked_source(source: str | bytes, exercise: Exercise) -> str:
    try:
        encoded = source if isinstance(source, bytes) else source.encode()
        text = encoded.decode()
    except UnicodeError as error:
        raise SubmissionRefused("not_text") from error
    if "\x00" in text:
        raise SubmissionRefused("not_text")
    if not text.strip():
        raise SubmissionRefused("empty")
    limit_kib = exercise.limits.source_kib
    if len(encoded) > limit_kib * 1024:
        raise SubmissionRefused("too_large", size_kib=math.ceil(len(encoded) / 1024), limit_kib=limit_kib)
    return text


def _checked_framework(framework: str | None, source: str, exercise: Exercise) -> str:
    try:
        return screen(source, exercise, framework).framework
    except UsageError as error:
        offered = ", ".join(exercise.frameworks)
        raise SubmissionRefused("framework_not_offered", framework=framework, offered=offered) from error


def _checked_device(device: str, framework: str) -> str:
    if device not in ("auto", "cpu", "cuda"):
        raise SubmissionRefused("unknown_device", device=device)
    if device == "cuda" and framework == "numpy":
        raise SubmissionRefused("numpy_needs_cpu")
    if device == "cuda" and not settings.HAS_GPU_WORKER:
        raise SubmissionRefused("no_gpu_here")
    return "cuda" if device == "cuda" else "cpu"  # auto stays on the CPU, as in grader.devices


def _check_quota(learner: User) -> None:
    for most, window_seconds in ((settings.SUBMISSIONS_PER_MINUTE, 60), (settings.SUBMISSIONS_PER_DAY, _DAY_SECONDS)):
        if most <= 0:
            raise SubmissionRefused("closed")
        now = timezone.now()
        sent = Submission.objects.filter(learner=learner, received_at__gt=now - timedelta(seconds=window_seconds))
        newest_first = sent.order_by("-received_at").values_list("received_at", flat=True)
        if len(recent := list(newest_first[:most])) == most:
            wait = (recent[-1] + timedelta(seconds=window_seconds) - now).total_seconds()
            seconds = max(1, math.ceil(wait))
            raise SubmissionRefused("too_often", retry_after_seconds=seconds, seconds=seconds)
