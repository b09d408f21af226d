"""Verdicts stand in the order of severity that the report promises."""

from __future__ import annotations

from grader.verdicts import Verdict, worst


def test_the_worst_case_decides() -> None:
    assert worst([Verdict.ACCEPTED, Verdict.WRONG_SHAPE, Verdict.WRONG_VALUE]) is Verdict.WRONG_SHAPE
    assert worst([Verdict.NON_FINITE, Verdict.MUTATED_INPUT]) is Verdict.NON_FINITE
    assert worst([Verdict.ACCEPTED]) is Verdict.ACCEPTED


def test_nothing_to_judge_is_never_a_pass() -> None:
    assert worst([]) is Verdict.INTERNAL_ERROR


def test_only_what_never_ran_and_what_was_our_fault_costs_no_attempt() -> None:
    free = {verdict for verdict in Verdict if not verdict.uses_attempt}
    assert free == {Verdict.INTERNAL_ERROR, Verdict.REJECTED}


def test_only_accepted_is_accepted() -> None:
    assert [verdict for verdict in Verdict if verdict.is_accepted] == [Verdict.ACCEPTED]
    assert Verdict.ACCEPTED.severity == max(verdict.severity for verdict in Verdict)
