"""Submissions with a broker that only notes what it is given; tests of the real one are in `tests/faults`."""

from __future__ import annotations

import pytest

from mha_course.submissions import services, tasks

SOURCE = "def split_heads(x, num_heads):\n    return x\n"


@pytest.fixture
def sent(monkeypatch):
    """What was given to the broker: (run id, queue)."""
    messages = []

    def take(*, args, queue, retry):
        messages.append((args[0], queue))

    monkeypatch.setattr(tasks.grade_run, "apply_async", take)
    return messages


@pytest.fixture
def submit(learner, sent, django_capture_on_commit_callbacks):
    """Submits for `learner` and lets everything happen that waits for the commit."""

    def submit(**changes):
        arguments = {
            "learner": learner,
            "exercise": "split-heads",
            "framework": "numpy",
            "device": "auto",
            "source": SOURCE,
        }
        with django_capture_on_commit_callbacks(execute=True):
            return services.submit(**arguments | changes)

    return submit
