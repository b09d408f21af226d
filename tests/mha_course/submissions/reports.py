"""Reports as the engine makes them, put together by hand where a test is about storing, not about judging."""

from __future__ import annotations

from dataclasses import replace

from grader.model import CaseReport, Diagnosis, GradeReport, Text
from grader.verdicts import Verdict

ACCEPTED = GradeReport(
    exercise="split-heads",
    exercise_digest="d" * 64,
    framework="numpy",
    device="cpu",
    verdict=Verdict.ACCEPTED,
    points=10,
    max_points=10,
    cases=(
        CaseReport(
            id="visible-1",
            name=Text("two sentences", "2つの文"),
            visible=True,
            verdict=Verdict.ACCEPTED,
            comparison=None,
            error=None,
            wall_ms=0.4,
        ),
    ),
    diagnoses=(),
    findings=(),
    hints=0,
    stdout="",
    is_stdout_truncated=False,
    total_ms=9.0,
    sandbox_ms=7.0,
    sandbox_layers=("seccomp",),
)

WRONG = replace(
    ACCEPTED,
    verdict=Verdict.WRONG_VALUE,
    points=0,
    diagnoses=(
        Diagnosis(
            misconceptions=("split-view-no-transpose", "split-flat-bh"),
            equivalent=("split-flat-bh",),
            concept="split-heads",
        ),
    ),
)

REJECTED = replace(ACCEPTED, verdict=Verdict.REJECTED, points=0, cases=())
