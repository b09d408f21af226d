"""What of a comparison is put into words."""

from __future__ import annotations

import pytest

from mha_course.portal.verdict.cases import build_cases, build_evidence


def comparison(**more):
    return {"output": 0, "axes": ["batch"], "expected_shape": [3], "actual_shape": [3], **more}


@pytest.mark.parametrize(
    ("largest", "allowed", "times"),
    [(3e-6, 2e-6, "1.5"), (5e-5, 1e-6, "50"), (2.0, 1e-6, ""), (1e-7, 1e-6, ""), (1.0, 0.0, ""), (None, 1e-6, "")],
)
def test_the_ratio_to_the_allowed_error_is_said_only_near_it(largest, allowed, times) -> None:
    evidence = build_evidence(comparison(max_abs_error=largest, allowed_error=allowed))
    assert evidence.times_allowed == times


def test_the_first_mismatch_is_named_by_axis_and_an_unnamed_axis_by_its_place() -> None:
    evidence = build_evidence(comparison(first_mismatch=[2, 1]))
    assert evidence.first_mismatch == (("batch", 2), ("1", 1))


def test_a_proven_repair_is_taken_out_of_the_findings() -> None:
    findings = [
        {"id": "shape.axes_swapped", "parameters": {}, "text": "swapped"},
        {"id": "shape.repair", "parameters": {"call": ".swapaxes(0, 1)"}, "text": "with it"},
    ]
    evidence = build_evidence(comparison(findings=findings))
    assert (evidence.findings, evidence.repair) == (("swapped",), ".swapaxes(0, 1)")


def test_hidden_cases_are_counted_with_the_passed_ones_first() -> None:
    hidden = [{"visible": False, "verdict": verdict} for verdict in ("wrong_value", "accepted", "wrong_value")]
    row = build_cases({"cases": hidden})
    assert row.visible == ()
    assert row.hidden_marks == (True, False, False)


def test_a_passing_case_shows_no_evidence() -> None:
    case = {"visible": True, "verdict": "accepted", "name": "one", "comparison": comparison(), "error": None}
    assert build_cases({"cases": [case]}).visible[0].evidence is None
