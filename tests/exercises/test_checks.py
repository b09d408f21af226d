"""The check finds each way in which cases can fail to tell right from wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from exercises import registry
from exercises.checks import check_exercise
from exercises.folder import ExerciseFolder
from grader.model import Case, Exercise, Sandbox

ATTENTION = registry.get("scaled-dot-product-attention")


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Exercise]:
    """Let the registry hand out a folder with other contents."""

    def put(slug: str, *, folder: dict[str, object] | None = None, **changes: object) -> Exercise:
        whole: ExerciseFolder = registry.folder(slug)
        exercise = dataclasses.replace(whole.exercise, **changes)
        changed = dataclasses.replace(whole, exercise=exercise, **(folder or {}))
        monkeypatch.setattr(registry, "folder", lambda _slug: changed)
        return exercise

    return put


def only(*ids: str) -> Callable[[Exercise], Callable[[np.random.Generator], list[Case]]]:
    def keep(exercise: Exercise) -> Callable[[np.random.Generator], list[Case]]:
        return lambda rng: [case for case in exercise.make_cases(rng) if case.id in ids]

    return keep


@pytest.mark.parametrize("exercise", registry.all_exercises(), ids=lambda exercise: exercise.slug)
def test_the_course_keeps_its_contract(exercise: Exercise):
    result = check_exercise(exercise)
    assert result.is_sound
    assert result.rejected_mutants == result.mutants >= result.misconceptions
    assert result.samples > result.misconceptions


def test_a_case_set_without_a_head_axis_lets_mistakes_through(put):
    exercise = registry.get("split-heads")
    result = check_exercise(put("split-heads", make_cases=only("one-sentence", "one-head")(exercise)))
    assert any("no case tells split-headmajor-as-batchmajor from the reference" in one for one in result.problems)
    assert result.mutation_score < 1


def test_equal_numbers_of_tokens_and_width_hide_the_root_of_tokens(put):
    def square(rng: np.random.Generator) -> list[Case]:
        cases = [case for case in ATTENTION.make_cases(rng) if case.id == "half"]
        args = tuple(np.resize(value, (2, 4, 4)) for value in cases[0].args)
        return [dataclasses.replace(cases[0], args=args, dtype=dtype, visible=True) for dtype in ("float32", "float64")]

    result = check_exercise(put("scaled-dot-product-attention", make_cases=square))
    assert "no case tells scale-sqrt-ntokens from the reference" in result.problems


def test_an_undeclared_equivalence_is_found(put):
    beliefs = registry.get("split-heads").misconceptions
    silent = tuple(dataclasses.replace(belief, equivalent_to=frozenset()) for belief in beliefs)
    result = check_exercise(put("split-heads", misconceptions=silent))
    assert any(one.startswith("no case tells split-flat-bh from split-view-no-transpose") for one in result.problems)


def test_a_declared_equivalence_that_does_not_hold_is_found(put):
    beliefs = registry.get("concat-heads").misconceptions
    claimed = dataclasses.replace(beliefs[0], equivalent_to=frozenset({beliefs[-1].id}))
    result = check_exercise(put("concat-heads", misconceptions=(claimed, *beliefs[1:])))
    assert any("declared equivalent, but a case tells them apart" in one for one in result.problems)


def test_saturated_softmax_is_found(put):
    def loud(rng: np.random.Generator) -> list[Case]:
        cases = ATTENTION.make_cases(rng)
        return [dataclasses.replace(case, args=(case.args[0] * 1000, *case.args[1:])) for case in cases]

    result = check_exercise(put("scaled-dot-product-attention", make_cases=loud))
    assert any("saturated or flat" in one for one in result.problems)


def test_flat_softmax_is_found(put):
    def quiet(rng: np.random.Generator) -> list[Case]:
        cases = ATTENTION.make_cases(rng)
        return [dataclasses.replace(case, args=(case.args[0] * 1e-4, *case.args[1:])) for case in cases]

    result = check_exercise(put("scaled-dot-product-attention", make_cases=quiet))
    assert any("saturated or flat" in one for one in result.problems)


def test_an_axis_name_that_the_statement_does_not_use_is_found(put):
    result = check_exercise(put("concat-heads", folder={"axes": frozenset({"batch", "seq_len"})}))
    assert any("names axes that exercise.toml does not: d_model" in one for one in result.problems)


def test_a_sample_with_another_verdict_or_cause_is_found(put, sandbox: Sandbox):
    samples = {sample.path.stem: sample for sample in registry.folder("split-heads").samples}
    accepted = dataclasses.replace(samples["accepted__numpy__slices_stacked"], misconceptions=frozenset())
    unnamed = dataclasses.replace(samples["wrong_value__numpy__reshape_only"], misconceptions=frozenset())
    misjudged = dataclasses.replace(accepted, verdict=unnamed.verdict)
    exercise = put("split-heads", folder={"samples": (accepted, unnamed, misjudged)})
    problems = check_exercise(exercise, sandbox).problems
    assert len(problems) == 2
    assert "must be named nothing and is named split-flat-bh, split-view-no-transpose" in problems[0]
    assert "slices_stacked.py is judged accepted" in problems[1]
