"""From a run to a report, with a scripted sandbox where a real child would only be slower."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.devices import choose_device, has_cuda
from grader.errors import ExerciseError, SandboxError, UsageError
from grader.grading import grade
from grader.model import CaseOutcome, GradeReport, LearnerError, Returned, RunEnd, SandboxRun
from grader.verdicts import Verdict
from tests.grader.scripted import ScriptedSandbox, case, doubling, nothing

SOURCE = "def double(x):\n    return 2 * x\n"


def graded(sandbox: ScriptedSandbox | None = None, **more: Any) -> GradeReport:
    exercise = more.pop("exercise", None) or doubling()
    return grade(exercise, SOURCE, sandbox=sandbox or ScriptedSandbox(), **({"seed": 1, "device": "cpu"} | more))


def verdicts(report: GradeReport) -> list[str]:
    return [one.verdict.value for one in report.cases]


def test_a_right_program_gets_everything() -> None:
    report = graded()
    assert (report.verdict, report.points, report.diagnoses) == (Verdict.ACCEPTED, 10, ())
    assert verdicts(report) == ["accepted"] * 4
    assert report.total_ms > 0
    assert report.sandbox_layers == ("scripted",)
    assert report.stdout == "printed\n"
    assert report.hints == 1


def test_a_known_mistake_is_named_over_visible_and_hidden_cases() -> None:
    report = graded(ScriptedSandbox(lambda x: 3 * x))
    assert report.verdict is Verdict.WRONG_VALUE
    assert report.points == 0
    assert [one.misconceptions for one in report.diagnoses] == [("triples",)]


def test_visible_cases_depend_on_the_digest_alone_and_hidden_ones_on_the_seed() -> None:
    def inputs(exercise_digest: str, seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
        sandbox = ScriptedSandbox()
        graded(sandbox, seed=seed, exercise=doubling(digest=exercise_digest))
        (request,) = sandbox.requests
        return [one.args[0] for one in request.visible], [one.args[0] for one in request.hidden[:-1]]

    visible, hidden = inputs("a", 1)
    same_visible, other_hidden = inputs("a", 2)
    other_visible, same_hidden = inputs("b", 1)
    for one, other in zip(visible, same_visible, strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(hidden, same_hidden, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not np.array_equal(visible[0], other_visible[0])
    assert not np.array_equal(hidden[0], other_hidden[0])


def test_numpy_gets_no_bfloat16_case_and_torch_does() -> None:
    numpy_sandbox, torch_sandbox = ScriptedSandbox(), ScriptedSandbox()
    graded(numpy_sandbox, framework="numpy")
    graded(torch_sandbox, framework="torch")
    dtypes = [{one.dtype for one in sandbox.requests[0].hidden} for sandbox in (numpy_sandbox, torch_sandbox)]
    assert ["bfloat16" in group for group in dtypes] == [False, True]


def test_visible_only_runs_no_hidden_case_and_never_gives_full_points() -> None:
    sandbox = ScriptedSandbox()
    report = graded(sandbox, visible_only=True)
    assert verdicts(report) == ["accepted"] * 2
    assert len(sandbox.requests[0].hidden) == 1, "only the repetition of a visible case"
    assert (report.verdict, report.points, report.is_visible_only) == (Verdict.ACCEPTED, 4, True)


def test_a_program_that_answers_the_same_case_differently_is_nondeterministic() -> None:
    rng = np.random.default_rng(1)
    report = graded(ScriptedSandbox(lambda x: 2 * x + rng.standard_normal(x.shape)))
    assert report.verdict is Verdict.NONDETERMINISTIC
    assert verdicts(report).count("nondeterministic") == 1
    assert report.diagnoses == ()


def test_a_program_that_remembers_what_it_was_asked_is_nondeterministic() -> None:
    seen: set[bytes] = set()

    def program(x: np.ndarray) -> np.ndarray:
        if x.tobytes() in seen:
            return 3 * x
        seen.add(x.tobytes())
        return 2 * x

    assert graded(ScriptedSandbox(program)).verdict is Verdict.NONDETERMINISTIC


def test_equal_nans_and_equal_errors_are_deterministic() -> None:
    assert graded(ScriptedSandbox(lambda x: np.full(x.shape, np.nan))).verdict is Verdict.NON_FINITE
    assert graded(ScriptedSandbox(lambda x: 1 / 0)).verdict is Verdict.RUNTIME_ERROR
    assert graded(ScriptedSandbox(lambda x: "text")).verdict is Verdict.WRONG_TYPE


def ending(end: RunEnd, *, after: int) -> Callable[[SandboxRun], SandboxRun]:
    """The child ended so after `after` cases."""

    def edit(run: SandboxRun) -> SandboxRun:
        kept = run.outcomes[:after]
        return dataclasses.replace(run, end=end, outcomes=(*kept, *nothing(len(run.outcomes) - after)))

    return edit


@pytest.mark.parametrize(
    ("end", "verdict", "finding"),
    [
        (RunEnd.TIME_LIMIT, Verdict.TIME_LIMIT, "end.time_limit"),
        (RunEnd.MEMORY_LIMIT, Verdict.MEMORY_LIMIT, "end.memory_limit"),
        (RunEnd.OUTPUT_LIMIT, Verdict.OUTPUT_LIMIT, "end.output_limit"),
        (RunEnd.VIOLATION, Verdict.SANDBOX_VIOLATION, "end.violation"),
        (RunEnd.CRASHED, Verdict.RUNTIME_ERROR, "end.crashed"),
        (RunEnd.MALFORMED, Verdict.SANDBOX_VIOLATION, "end.malformed"),
    ],
)
@pytest.mark.parametrize("after", [0, 1, 3])
def test_the_case_that_ran_and_all_later_ones_take_the_end_of_the_run(
    end: RunEnd, verdict: Verdict, finding: str, after: int
) -> None:
    report = graded(ScriptedSandbox(edit=ending(end, after=after)))
    assert report.verdict is verdict
    assert verdicts(report) == ["accepted"] * after + [verdict.value] * (4 - after)
    assert [one.id for one in report.findings] == [finding]
    assert report.points < 10
    assert report.diagnoses == ()


def test_a_bad_end_after_the_last_result_counts() -> None:
    report = graded(ScriptedSandbox(edit=ending(RunEnd.VIOLATION, after=5)))
    assert verdicts(report) == ["accepted"] * 4
    assert (report.verdict, report.points) == (Verdict.SANDBOX_VIOLATION, 0)


def test_a_missing_outcome_of_a_completed_run_is_never_a_pass() -> None:
    report = graded(ScriptedSandbox(edit=ending(RunEnd.COMPLETED, after=3)))
    assert report.verdict is Verdict.INTERNAL_ERROR
    assert report.points == 0


def test_outcomes_that_do_not_match_the_cases_are_our_failure() -> None:
    def fewer(run: SandboxRun) -> SandboxRun:
        return dataclasses.replace(run, outcomes=run.outcomes[:2])

    with pytest.raises(SandboxError, match="2 outcomes"):
        graded(ScriptedSandbox(edit=fewer))


def test_a_source_that_does_not_load_says_so_once() -> None:
    error = LearnerError("NameError", "name 'np' is not defined", line=1)

    def unloaded(run: SandboxRun) -> SandboxRun:
        return dataclasses.replace(run, outcomes=tuple(nothing(len(run.outcomes))), load_error=error)

    report = graded(ScriptedSandbox(edit=unloaded))
    assert report.verdict is Verdict.RUNTIME_ERROR
    assert verdicts(report) == ["runtime_error"] * 4
    assert report.load_error == error
    assert [one.id for one in report.findings] == ["end.not_loaded"]


def test_changing_an_input_is_seen_and_a_worse_verdict_wins() -> None:
    def mutated(run: SandboxRun) -> SandboxRun:
        changed = [dataclasses.replace(one, is_input_mutated=True) for one in run.outcomes]
        return dataclasses.replace(run, outcomes=tuple(changed))

    assert graded(ScriptedSandbox(edit=mutated)).verdict is Verdict.MUTATED_INPUT
    assert graded(ScriptedSandbox(lambda x: 3 * x, mutated)).verdict is Verdict.MUTATED_INPUT
    assert graded(ScriptedSandbox(lambda x: x[0], mutated)).verdict is Verdict.WRONG_SHAPE


def test_what_a_child_claims_to_be_equal_is_not_believed() -> None:
    forged = Returned("other", "AlwaysEqual")

    def claims(run: SandboxRun) -> SandboxRun:
        return dataclasses.replace(
            run, outcomes=tuple(CaseOutcome(forged, None, is_input_mutated=False, wall_ms=0.0) for _ in run.outcomes)
        )

    assert graded(ScriptedSandbox(edit=claims)).verdict is Verdict.WRONG_TYPE


def test_a_rejected_source_never_reaches_the_sandbox() -> None:
    sandbox = ScriptedSandbox()
    report = grade(doubling(), "def double(", sandbox=sandbox, seed=1)
    assert (report.verdict, report.points, report.cases) == (Verdict.REJECTED, 0, ())
    assert [one.id for one in report.findings] == ["rejected.syntax"]
    assert sandbox.requests == []


def test_the_sandbox_is_told_nothing_of_names_it_need_not_know() -> None:
    sandbox = ScriptedSandbox()
    graded(sandbox)
    (request,) = sandbox.requests
    assert request.hidden[-1].visible is False
    assert request.hidden[-1].id.endswith("#again")


def test_usage_errors_are_the_callers() -> None:
    with pytest.raises(UsageError, match="numpy or torch"):
        graded(framework="jax")
    with pytest.raises(UsageError, match="NumPy runs on the CPU"):
        graded(device="cuda", framework="numpy")
    with pytest.raises(UsageError, match="'tpu'"):
        graded(device="tpu")


@pytest.mark.skipif(has_cuda(), reason="this machine has a CUDA device")
def test_a_gpu_that_is_not_there_is_refused_and_auto_is_the_cpu() -> None:
    with pytest.raises(UsageError, match="no CUDA device"):
        choose_device("torch", "cuda")
    assert choose_device("torch", "auto") == "cpu"
    assert choose_device("numpy", "auto") == "cpu"


def test_an_exercise_without_visible_cases_is_the_authors_fault() -> None:
    exercise = doubling(make_cases=lambda rng: [case(np.ones((2, 2)), visible=False)])
    with pytest.raises(ExerciseError, match="no visible case"):
        graded(exercise=exercise)
