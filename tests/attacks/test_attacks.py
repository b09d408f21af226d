"""Every hostile program is contained, earns nothing it did not compute, and leaves the sandbox as it found it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.model import GradeReport
from grader.verdicts import Verdict
from tests.attacks.arena import Arena
from tests.attacks.catalogue import AIMS, HOSTILE, Attack, load_attacks
from tests.attacks.honest import SPLIT_HEADS
from tests.attacks.tiers import Tier

ATTACKS = load_attacks()
_MOST_SHOWN_CHARACTERS = 2_000_000

pytestmark = pytest.mark.attack


@pytest.mark.parametrize(
    ("tier", "attack"),
    [(tier, attack) for tier in Tier for attack in ATTACKS if tier.runs(attack)],
    ids=lambda value: value.id if isinstance(value, Attack) else value,
)
def test_attack_is_contained(tier: Tier, attack: Attack, open_arena: Callable[[Tier], Arena]) -> None:
    arena = open_arena(tier)
    if attack.needs_readable_python and arena.keeps_root:
        pytest.skip("started by root with an interpreter that only root can read; `manage.py doctor` says so")
    for number in range(attack.runs):
        report = arena.grade(attack.source.replace("@ROUND@", str(number)), attack.framework)
        shown = arena.shown(report)

        assert report.verdict in attack.verdicts, (report.verdict, report.findings, report.stdout[:500])
        assert not attack.tried or _was_tried(report), "the program ended before its attempt"
        assert "BREACH" not in shown
        assert not [canary for canary in arena.witness.canaries if canary in shown]
        assert report.verdict.is_accepted or report.points < report.max_points
        _assert_nothing_hidden_is_shown(report.stdout, shown, arena)
        _assert_storable(shown)
        _assert_nothing_is_left(arena)

    arena.grade_honest(attack.framework)
    _assert_nothing_is_left(arena)


def _was_tried(report: GradeReport) -> bool:
    """It said so, or it sent what only an attack sends; what it printed is not read to the end then."""
    return "TRIED" in report.stdout or any(finding.id == "end.malformed" for finding in report.findings)


def _assert_nothing_hidden_is_shown(stdout: str, shown: str, arena: Arena) -> None:
    assert "HIDDEN" not in shown
    assert "424242" not in shown
    assert f"CALL {arena.witness.visible_cases + 1}" not in stdout


def _assert_storable(shown: str) -> None:
    """PostgreSQL refuses NUL and lone surrogates in JSON, and a page must not become megabytes long."""
    assert "\\u0000" not in shown
    shown.encode("utf-8")
    assert len(shown) < _MOST_SHOWN_CHARACTERS


def _assert_nothing_is_left(arena: Arena) -> None:
    assert not arena.processes_left()
    assert not arena.witness.files_left()
    assert not arena.witness.shared_objects_left()
    assert not arena.witness.connections()


@pytest.mark.parametrize("framework", SPLIT_HEADS)
def test_two_hundred_honest_programs_leave_nothing_behind(framework: str, arena: Arena) -> None:
    for _ in range(200):
        arena.grade_honest(framework)
    _assert_nothing_is_left(arena)


def test_no_program_stands_outside_the_index() -> None:
    on_disk = {
        path.relative_to(HOSTILE).with_suffix("").as_posix() for aim in AIMS for path in (HOSTILE / aim).iterdir()
    }
    assert on_disk == {attack.id for attack in ATTACKS}


def test_every_program_says_what_it_attempts() -> None:
    assert not [attack.id for attack in ATTACKS if not attack.purpose.endswith(".")]


def test_every_aim_has_at_least_five_programs() -> None:
    assert min(sum(attack.aim == aim for attack in ATTACKS) for aim in AIMS) >= 5


def test_no_verdict_of_ours_is_allowed() -> None:
    assert not [attack.id for attack in ATTACKS if Verdict.INTERNAL_ERROR in attack.verdicts]
