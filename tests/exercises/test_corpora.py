"""Every sample goes the whole way, through the real sandbox, to its verdict and its cause."""

from __future__ import annotations

import pytest

from exercises import registry
from exercises.corpus import Sample
from grader.grading import grade
from grader.model import Exercise, GradeReport, Sandbox
from grader.verdicts import Verdict

SEED = 11
SAMPLES = [
    pytest.param(exercise, sample, id=f"{exercise.slug}-{sample.path.stem}")
    for exercise in registry.all_exercises()
    for sample in registry.folder(exercise.slug).samples
]


def graded(exercise: Exercise, sample: Sample, sandbox: Sandbox) -> GradeReport:
    return grade(exercise, sample.source, sandbox=sandbox, framework=sample.framework, seed=SEED)


@pytest.mark.parametrize(("exercise", "sample"), SAMPLES)
def test_a_sample_gets_its_verdict_and_its_cause(exercise: Exercise, sample: Sample, sandbox: Sandbox):
    report = graded(exercise, sample, sandbox)
    failing = [(case.id, case.verdict.value, case.error) for case in report.cases if not case.verdict.is_accepted]
    assert report.verdict is sample.verdict, failing
    named = {name for diagnosis in report.diagnoses for name in diagnosis.misconceptions}
    assert named == sample.misconceptions


@pytest.mark.parametrize("exercise", registry.all_exercises(), ids=lambda exercise: exercise.slug)
def test_each_framework_has_three_styles_that_are_accepted(exercise: Exercise):
    samples = registry.folder(exercise.slug).samples
    for framework in exercise.frameworks:
        accepted = [one for one in samples if one.verdict is Verdict.ACCEPTED and one.framework == framework]
        assert len(accepted) >= 3


@pytest.mark.parametrize("exercise", registry.all_exercises(), ids=lambda exercise: exercise.slug)
def test_the_starter_alone_is_told_that_it_returns_nothing(exercise: Exercise, sandbox: Sandbox):
    for framework, source in exercise.starters.items():
        report = grade(exercise, source, sandbox=sandbox, framework=framework, seed=SEED)
        assert report.verdict is Verdict.WRONG_TYPE
        assert not report.diagnoses
