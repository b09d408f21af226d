"""What is taken, what is refused and why, and what a newer submission does to an older one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from mha_course.celery import GRADE_CPU, GRADE_GPU, REGRADE
from mha_course.submissions import runs, services
from mha_course.submissions.errors import MESSAGES, SubmissionRefused
from mha_course.submissions.models import GradingRun, RunState, Submission
from mha_course.submissions.selectors import latest_run
from tests.mha_course.submissions.conftest import SOURCE


def refusal(submit, **changes) -> SubmissionRefused:
    with pytest.raises(SubmissionRefused) as refused:
        submit(**changes)
    assert Submission.objects.count() == 0
    return refused.value


def test_a_submission_is_stored_with_a_queued_run_and_then_given_to_the_broker(submit, sent):
    submission = submit()
    run = latest_run(submission)
    assert (submission.source, submission.framework, submission.device) == (SOURCE, "numpy", "cpu")
    assert run.state == RunState.QUEUED
    assert len(run.exercise_digest) == 64
    assert run.enqueued_at is not None
    assert sent == [(str(run.pk), GRADE_CPU)]


def test_the_broker_hears_nothing_before_the_commit(learner, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks():
        services.submit(learner=learner, exercise="split-heads", framework="numpy", device="cpu", source=SOURCE)
    assert sent == []


def test_two_runs_have_different_private_seeds(submit):
    assert latest_run(submit()).seed != latest_run(submit(exercise="concat-heads")).seed


@pytest.mark.parametrize(
    ("source", "framework"),
    [
        ("import torch\ndef f(x): return x", "torch"),
        ("from torch.nn import functional\ndef f(x): return x", "torch"),
        ("import numpy\ndef f(x): return x", "numpy"),
        ("text = 'import torch'\ndef f(x): return x", "numpy"),
        ("import torch\ndef f(x) return x", "numpy"),  # does not parse, so nothing will run
    ],
)
def test_the_framework_is_read_off_the_source_when_it_is_not_given(submit, source, framework):
    assert submit(framework=None, source=source).framework == framework


@pytest.mark.parametrize(
    ("changes", "message_id"),
    [
        ({"exercise": "no-such-exercise"}, "unknown_exercise"),
        ({"framework": "jax"}, "framework_not_offered"),
        ({"device": "tpu"}, "unknown_device"),
        ({"device": "cuda"}, "numpy_needs_cpu"),
        ({"device": "cuda", "framework": "torch"}, "no_gpu_here"),
        ({"source": ""}, "empty"),
        ({"source": " \n\t\n"}, "empty"),
        ({"source": "#" * 1_000_000}, "too_large"),
        ({"source": "def f(): '\u00e9'".encode("latin-1")}, "not_text"),
        ({"source": "x = '\udcff'"}, "not_text"),
        ({"source": "x = '\x00'"}, "not_text"),
    ],
)
def test_what_cannot_be_graded_is_refused_and_not_stored(submit, changes, message_id):
    assert refusal(submit, **changes).message_id == message_id


def test_a_source_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(submit):
    from exercises import registry

    limit = registry.get("split-heads").limits.source_kib * 1024
    assert submit(source="#" * limit)
    with pytest.raises(SubmissionRefused, match="KiB"):
        submit(source="#" * (limit + 1))


def test_what_asks_for_a_gpu_goes_to_the_workers_of_gpus_and_nothing_else_does(submit, sent, settings):
    settings.HAS_GPU_WORKER = True
    assert submit(framework="torch", device="cuda").device == "cuda"
    assert submit(framework="torch", device="cpu").device == "cpu"
    assert submit(framework="numpy").device == "cpu"
    assert [queue for _run, queue in sent] == [GRADE_GPU, GRADE_CPU, GRADE_CPU]


def test_a_newer_submission_supersedes_one_that_still_waits(submit):
    older, newer = submit(), submit()
    assert latest_run(older).state == RunState.SUPERSEDED
    assert latest_run(older).finished_at is not None
    assert latest_run(newer).state == RunState.QUEUED


def test_a_newer_submission_leaves_what_is_graded_now_and_what_others_or_other_exercises_sent(submit, make_user):
    begun, elsewhere, classmate = submit(), submit(exercise="concat-heads"), submit(learner=make_user("ken"))
    runs.claim(latest_run(begun).pk)
    submit()
    assert latest_run(begun).state == RunState.RUNNING
    assert latest_run(elsewhere).state == RunState.QUEUED
    assert latest_run(classmate).state == RunState.QUEUED


def test_a_regrade_that_waits_is_not_superseded(submit, django_capture_on_commit_callbacks):
    graded = submit()
    runs.cancel([latest_run(graded).pk])
    with django_capture_on_commit_callbacks(execute=True):
        (again,) = services.regrade(submissions=[graded])
    submit()
    again.refresh_from_db()
    assert again.state == RunState.QUEUED
    assert again.queue == REGRADE


def test_the_quota_says_when_the_next_one_may_come(submit, settings):
    settings.SUBMISSIONS_PER_MINUTE = 2
    submit()
    submit()
    with pytest.raises(SubmissionRefused) as refused:
        submit()
    assert refused.value.message_id == "too_often"
    assert 1 <= refused.value.retry_after_seconds <= 60
    Submission.objects.update(received_at=Submission.objects.first().received_at - timedelta(seconds=61))
    assert submit()


def test_the_quota_of_one_learner_is_not_another_learners(submit, settings, make_user):
    settings.SUBMISSIONS_PER_MINUTE = 1
    submit()
    assert submit(learner=make_user("ken"))


def test_submitting_can_be_switched_off(submit, settings):
    settings.SUBMISSIONS_PER_MINUTE = 0
    assert refusal(submit).message_id == "closed"


def test_cancelling_closes_a_waiting_run_once(submit):
    submission = submit()
    assert services.cancel(submission=submission)
    assert latest_run(submission).state == RunState.CANCELLED
    assert not services.cancel(submission=submission)


def test_what_an_instructor_asked_for_is_not_the_learners_to_cancel_or_replace(submit, settings):
    settings.HAS_GPU_WORKER = True
    submission = submit(framework="torch", device="cuda")  # its regrade stands in the same queue as what learners send
    runs.claim(latest_run(submission).pk)
    (again,) = services.regrade(submissions=[submission])
    assert services.cancel(submission=submission)
    submit(framework="torch", device="cuda")
    again.refresh_from_db()
    assert (again.state, again.queue, again.is_regrade) == (RunState.QUEUED, GRADE_GPU, True)
    assert not services.cancel(submission=submission)


def test_what_already_waits_is_not_queued_once_more(submit):
    submission = submit()
    assert services.regrade(submissions=[submission]) == []
    runs.claim(latest_run(submission).pk)
    assert len(services.regrade(submissions=[submission])) == 1
    assert services.regrade(submissions=[submission]) == []


def test_a_regrade_adds_a_run_and_keeps_the_old_one(submit, sent, django_capture_on_commit_callbacks):
    submission = submit()
    runs.claim(latest_run(submission).pk)
    with django_capture_on_commit_callbacks(execute=True):
        (run,) = services.regrade(submissions=[submission])
    assert GradingRun.objects.filter(submission=submission).count() == 2
    assert sent[-1] == (str(run.pk), REGRADE)


@pytest.mark.parametrize("message_id", MESSAGES)
def test_every_refusal_is_worded_in_japanese_too(message_id):
    words = dict.fromkeys(("exercise", "framework", "offered", "device", "size_kib", "limit_kib", "seconds"), "7")
    refused = SubmissionRefused(message_id, **words)
    english = refused.text
    with translation.override("ja"):
        assert refused.text != english
