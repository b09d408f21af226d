"""Waiting times that would lose or repeat work are refused."""

from __future__ import annotations

import pytest

from mha_course.submissions.checks import check_gpu_worker, check_grading_times


def test_the_defaults_fit_together():
    assert check_grading_times(None) == []


@pytest.mark.parametrize(
    ("name", "value", "check_id"),
    [
        ("VISIBILITY_TIMEOUT_SECONDS", 100, "submissions.E001"),
        ("GRADING_LEASE_SECONDS", 1000.0, "submissions.E002"),
        ("GRADING_MAX_TRIES", 0, "submissions.E003"),
        ("SWEEP_SECONDS", 0.0, "submissions.E004"),
    ],
)
def test_a_time_that_does_not_fit_is_named(settings, name, value, check_id):
    setattr(settings, name, value)
    assert [error.id for error in check_grading_times(None)] == [check_id]


def test_a_gpu_worker_is_refused_while_the_sandbox_cannot_contain_its_programs(settings):
    assert check_gpu_worker(None) == []
    settings.HAS_GPU_WORKER = True
    assert [error.id for error in check_gpu_worker(None)] == ["submissions.E005"]
