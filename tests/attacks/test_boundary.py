"""What stands outside the sandbox cannot be found inside it, by a program that looks everywhere."""

from __future__ import annotations

import dataclasses
import importlib.machinery
import secrets
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grader import attention
from grader.grading import grade
from grader.model import Case, Exercise, GradeReport, Text
from tests.attacks.arena import Arena
from tests.attacks.catalogue import HOSTILE

pytestmark = pytest.mark.attack

MEMORY = (HOSTILE / "explorers" / "memory.py").read_text(encoding="utf-8")
SURROUNDINGS = (HOSTILE / "explorers" / "surroundings.py").read_text(encoding="utf-8")
FRAMEWORKS = ("numpy", "torch")
CLOSED_PACKAGES = ("django", "celery", "kombu", "redis", "psycopg", "allauth", "uvicorn", "environ", "_pytest", "pip")


def needle_numbers() -> np.ndarray:
    """Two doubles that nothing else in memory equals."""
    return np.frombuffer(secrets.token_bytes(6) + b"\x59\x40" + secrets.token_bytes(6) + b"\x59\x40", np.float64)


def written(name: str, needle: bytes) -> str:
    half = len(needle) // 2
    return f"{name}:{needle[:half].hex()}:{needle[half:].hex()}"


@dataclasses.dataclass(frozen=True)
class Planted:
    """An exercise whose cases, names and answers can be told from everything else in memory."""

    exercise: Exercise
    needles: dict[str, bytes]
    """By name; `control_...` lie in the child on purpose."""

    def source(self) -> str:
        return MEMORY.replace("@NEEDLES@", " ".join(written(name, needle) for name, needle in self.needles.items()))


def plant(exercise: Exercise) -> Planted:
    visible, hidden, expected = needle_numbers(), needle_numbers(), needle_numbers()
    names = {kind: f"{kind}-{secrets.token_hex(12)}" for kind in ("case-id", "case-name", "misconception", "statement")}

    def case(inputs: np.ndarray, is_visible: bool) -> Case:
        x = np.resize(inputs, (2, 3, 8))
        identity = "shown" if is_visible else names["case-id"]
        return Case(
            id=identity,
            name=Text(names["case-name"], names["case-name"]),
            args=(x, 4),
            kwargs={},
            dtype="float64",
            axes=(("batch", "num_heads", "seq_len", "d_k"),),
            reduction=0,
            visible=is_visible,
        )

    planted = dataclasses.replace(
        exercise,
        statement=Text(names["statement"], names["statement"]),
        make_cases=lambda rng: [case(visible, True), case(hidden, False)],
        reference=lambda x, num_heads: np.resize(expected, (2, 4, 3, 2)),
        misconceptions=(),
        limits=dataclasses.replace(exercise.limits, wall_seconds=60.0, cpu_seconds=60),
    )
    needles = {
        "control_visible_input": visible.tobytes(),
        "hidden_input": hidden.tobytes(),
        "expected_output": expected.tobytes(),
        "hidden_case_id": names["case-id"].encode(),
        "case_name": names["case-name"].encode(),
        "statement": names["statement"].encode(),
        "reference_source": (attention.__doc__ or "")[:40].encode(),
    }
    return Planted(planted, needles)


@pytest.fixture
def planted(arena: Arena) -> Planted:
    planted = plant(arena.exercise)
    earlier_source = f"earlier-source-{secrets.token_hex(12)}"
    earlier_print = f"earlier-print-{secrets.token_hex(12)}"
    for framework in FRAMEWORKS:
        source = f"# {earlier_source}\nprint('{earlier_print}')\ndef split_heads(x, num_heads): return None\n"
        arena.grade(source, framework)
    more = {
        "environment": arena.witness.environment_canary.encode(),
        "secret_file": arena.witness.file_canary.encode(),
        "earlier_source": earlier_source.encode(),
        "earlier_print": earlier_print.encode(),
        "control_own_source": b"Reads all of its own memory, page by page",
    }
    return dataclasses.replace(planted, needles=planted.needles | more)


def lines(report: GradeReport) -> Iterator[list[str]]:
    return (line.split() for line in report.stdout.splitlines() if line.strip())


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_memory_holds_nothing_but_what_was_sent(framework: str, planted: Planted, arena: Arena) -> None:
    report = grade(planted.exercise, planted.source(), sandbox=arena.sandbox, framework=framework, seed=1)
    found = {words[1] for words in lines(report) if words[0] == "FOUND"}
    searched = {words[1] for words in lines(report) if words[0] in ("FOUND", "ABSENT")}

    assert searched == set(planted.needles), report.stdout
    assert found == {name for name in planted.needles if name.startswith("control_")}, report.stdout


@pytest.fixture(params=FRAMEWORKS)
def surroundings(request: pytest.FixtureRequest, arena: Arena) -> dict[str, list[str]]:
    limits = dataclasses.replace(arena.exercise.limits, wall_seconds=60.0, cpu_seconds=60)
    roomy = dataclasses.replace(arena.exercise, limits=limits)
    source = SURROUNDINGS.replace("@CANDIDATES@", " ".join(("numpy", *CLOSED_PACKAGES)))
    report = grade(roomy, source, sandbox=arena.sandbox, framework=request.param, seed=1)
    assert report.verdict.is_accepted, (report.verdict, report.stdout)
    return {words[0]: words[1:] for words in lines(report)}


def test_only_sandbox_modules_of_ours_are_loaded(surroundings: dict[str, list[str]]) -> None:
    ours = [name for name in surroundings["MODULES"] if name.partition(".")[0] in ("grader", "exercises", "mha_course")]
    assert {name for name in ours if name != "grader" and not name.startswith("grader.sandbox")} == set()


def test_no_web_framework_queue_or_test_runner_is_loaded(surroundings: dict[str, list[str]]) -> None:
    roots = {name.partition(".")[0] for name in surroundings["MODULES"]}
    assert roots.isdisjoint({"django", "celery", "kombu", "redis", "psycopg", "pytest", "_pytest", "tests"})


def test_no_class_of_the_engine_exists(surroundings: dict[str, list[str]]) -> None:
    assert not [
        name
        for name in surroundings["OBJECTS_OF"]
        if name.startswith(("grader.", "exercises", "mha_course")) and not name.startswith("grader.sandbox")
    ]


def test_no_socket_and_no_folder_is_open(surroundings: dict[str, list[str]]) -> None:
    assert surroundings["SOCKETS"] == []
    assert surroundings["OPEN_FOLDERS"] == []
    assert int(surroundings["COUNT"][0]) <= 8


def test_environment_and_arguments_say_nothing_of_the_machine(surroundings, arena: Arena) -> None:
    words = surroundings["ENVIRONMENT"] + surroundings["ARGUMENTS"]
    assert not [word for word in words if "SECRET" in word or "DJANGO" in word or "DATABASE" in word or "REDIS" in word]
    assert not [word for word in words if arena.witness.token in word]


def test_only_packages_for_arrays_can_be_opened(surroundings: dict[str, list[str]]) -> None:
    # The finder is asked rather than `find_spec`: an imported kombu has put an object without a spec in its own place.
    installed = {name for name in CLOSED_PACKAGES if importlib.machinery.PathFinder.find_spec(name)}
    assert {"django", "celery", "redis"} <= installed
    assert "numpy" in surroundings["PACKAGES"]
    assert installed.isdisjoint(surroundings["PACKAGES"])


def test_no_home_temporary_or_system_folder_can_be_listed(surroundings: dict[str, list[str]]) -> None:
    closed = ("/proc", "/sys", "/home", "/etc", "/tmp", "/run", "/var", "/dev/shm", "/opt", "/srv", "/boot", "/mnt")
    assert not [path for path in surroundings["LISTED"] if path in closed]
    repository = str(Path(__file__).resolve().parents[2])
    assert not [path for path in surroundings["LISTED"] if path == repository or path == "/root"]
