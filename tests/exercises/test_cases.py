"""Case sets tell right from wrong whatever the seed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from exercises import registry
from exercises.checks import check_exercise
from grader.drawing import draw_hidden, draw_visible
from grader.model import Case, Exercise

EXERCISES = registry.all_exercises()
SEEDS = range(25)
ATTENDING = [exercise for exercise in EXERCISES if "attention" in exercise.slug]


def by_slug(exercise: Exercise) -> str:
    return exercise.slug


def cases_of(exercise: Exercise, seed: int) -> tuple[Case, ...]:
    return (*draw_visible(exercise, "torch"), *draw_hidden(exercise, "torch", seed))


def masks_of(cases: tuple[Case, ...]) -> Iterator[tuple[Case, np.ndarray]]:
    for case in cases:
        for value in (*case.args, *case.kwargs.values()):
            if isinstance(value, np.ndarray) and value.dtype == bool:
                yield case, value


def sizes_of(case: Case) -> list[int]:
    return sorted({size for value in case.args if isinstance(value, np.ndarray) for size in value.shape})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_no_seed_lets_a_known_mistake_through(exercise: Exercise, seed: int):
    result = check_exercise(exercise, seed=seed)
    assert result.problems == ()
    assert result.mutation_score == 1.0


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_visible_cases_stay_and_hidden_ones_change(exercise: Exercise):
    assert _numbers(draw_visible(exercise, "torch")) == _numbers(draw_visible(exercise, "torch"))
    assert _numbers(draw_hidden(exercise, "torch", 1)) != _numbers(draw_hidden(exercise, "torch", 2))


def _numbers(cases: tuple[Case, ...]) -> list[bytes]:
    return [value.tobytes() for case in cases for value in case.args if isinstance(value, np.ndarray)]


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_sets_are_small_and_partly_hidden(exercise: Exercise):
    cases = cases_of(exercise, 0)
    assert 8 <= len(cases) <= 12
    assert 3 <= sum(case.visible for case in cases) <= 4
    assert {"float32", "float64"} <= {case.dtype for case in cases}


@pytest.mark.parametrize("slug", ["softmax", "scaled-dot-product-attention"])
def test_only_the_stated_exercises_have_half_precision(slug: str):
    dtypes = {exercise.slug: {case.dtype for case in cases_of(exercise, 0)} for exercise in EXERCISES}
    assert {"float16", "bfloat16"} <= dtypes[slug]
    for other in dtypes.keys() - {"softmax", "scaled-dot-product-attention"}:
        assert dtypes[other] == {"float32", "float64"}


def test_numpy_gets_no_bfloat16():
    exercise = registry.get("softmax")
    cases = (*draw_visible(exercise, "numpy"), *draw_hidden(exercise, "numpy", 0))
    assert "bfloat16" not in {case.dtype for case in cases}


@pytest.mark.parametrize("exercise", EXERCISES, ids=by_slug)
def test_the_special_sizes_that_silence_some_mistakes_are_there(exercise: Exercise):
    ids = {case.id for case in cases_of(exercise, 0)}
    wanted = {
        "softmax": {"square", "vector"},
        "scaled-dot-product-attention": {"self", "batch-equals-heads", "one-head"},
        "split-heads": {"batch-equals-heads", "one-sentence", "one-head", "length-equals-heads"},
        "concat-heads": {"batch-equals-heads", "one-sentence", "one-head", "length-equals-heads"},
        "multi-head-attention": {"self", "batch-equals-heads", "one-sentence", "one-head"},
    }
    assert wanted[exercise.slug] <= ids


@pytest.mark.parametrize("exercise", ATTENDING, ids=by_slug)
@pytest.mark.parametrize("seed", SEEDS)
def test_masks_hide_and_show_in_every_row_but_the_one_meant(exercise: Exercise, seed: int):
    for case, mask in masks_of(cases_of(exercise, seed)):
        empty = ~mask.any(axis=-1)
        assert empty.sum() == (1 if case.id.startswith("sees-nothing") else 0)
        assert not mask.all(axis=-1).any()


@pytest.mark.parametrize("exercise", ATTENDING, ids=by_slug)
def test_masks_come_in_every_promised_shape(exercise: Exercise):
    masks = [mask for _, mask in masks_of(cases_of(exercise, 0))]
    assert {2, 4} <= {mask.ndim for mask in masks}
    assert any(mask.ndim == 4 and mask.shape[1] == 1 for mask in masks)
    assert any(mask.ndim == 4 and mask.shape[1] > 1 for mask in masks)
    assert any(mask.ndim == 4 and mask.shape[2] == 1 for mask in masks)


def test_parameters_have_no_zero_bias_and_no_symmetric_weight():
    for case in cases_of(registry.get("multi-head-attention"), 3):
        for name, entry in case.args[3].items():
            if name.startswith("b_"):
                assert (np.abs(entry) > 0.1).all()
            else:
                assert np.abs(entry - entry.T).max() > 0.1


def test_ordinary_sizes_differ_pairwise():
    for slug in ("scaled-dot-product-attention", "multi-head-attention"):
        for case in cases_of(registry.get(slug), 0):
            if case.id in {"cross", "heads", "same-for-all", "padding", "head-masks"}:
                assert 1 not in sizes_of(case)
                lengths = case.args[0].shape[-2], case.args[1].shape[-2], case.args[0].shape[-1]
                assert len(set(lengths)) == 3
