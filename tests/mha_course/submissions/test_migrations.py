"""What a migration makes of rows that were there before it."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps

from mha_course.submissions import runs, services
from mha_course.submissions.models import GradingRun
from mha_course.submissions.selectors import latest_run


def test_every_run_after_the_first_of_a_submission_becomes_a_regrade(submit):
    first, other = latest_run(submit()), latest_run(submit(exercise="concat-heads"))
    runs.claim(first.pk)
    (again,) = services.regrade(submissions=[first.submission])
    GradingRun.objects.update(is_regrade=False)
    import_module("mha_course.submissions.migrations.0002_gradingrun_is_regrade").mark_regrades(apps, None)
    assert set(GradingRun.objects.filter(is_regrade=True)) == {again}
    assert set(GradingRun.objects.filter(is_regrade=False)) == {first, other}
