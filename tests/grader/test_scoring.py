"""Points: visible and hidden shares, whole numbers, full only when everything is accepted."""

from __future__ import annotations

import pytest

from grader.model import CaseReport, Text
from grader.scoring import points
from grader.verdicts import Verdict, worst
from tests.grader.scripted import doubling

RIGHT, WRONG = Verdict.ACCEPTED, Verdict.WRONG_VALUE


def reports(visible: list[Verdict], hidden: list[Verdict]) -> list[CaseReport]:
    name = Text("a", "b")
    return [
        CaseReport("id", name, is_visible, verdict, None, None, 0.0)
        for is_visible, verdicts in ((True, visible), (False, hidden))
        for verdict in verdicts
    ]


@pytest.mark.parametrize(
    ("visible", "hidden", "expected"),
    [
        ([RIGHT], [RIGHT], 10),
        ([WRONG], [WRONG], 0),
        ([RIGHT, RIGHT], [WRONG], 4),
        ([RIGHT, WRONG], [WRONG], 2),
        ([WRONG], [RIGHT, WRONG, WRONG], 2),
        ([RIGHT] * 3, [RIGHT] * 999 + [WRONG], 9),
        ([RIGHT], [], 4),
        ([], [], 0),
    ],
)
def test_points(visible: list[Verdict], hidden: list[Verdict], expected: int) -> None:
    cases = reports(visible, hidden)
    assert points(doubling(), cases, worst(case.verdict for case in cases)) == expected


@pytest.mark.parametrize("verdict", [Verdict.SANDBOX_VIOLATION, Verdict.INTERNAL_ERROR, Verdict.REJECTED])
def test_breaking_the_rules_is_worth_nothing_even_with_right_cases(verdict: Verdict) -> None:
    assert points(doubling(), reports([RIGHT], [RIGHT]), verdict) == 0


def test_a_bad_end_after_right_cases_never_gives_full_points() -> None:
    assert points(doubling(), reports([RIGHT], [RIGHT]), Verdict.TIME_LIMIT) == 9
