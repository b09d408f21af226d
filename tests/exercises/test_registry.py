"""The registry finds what is there and refuses a folder that breaks its contract, saying where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from exercises import registry
from exercises.folder import load_folder
from grader.errors import ExerciseError, UsageError

Copy = Callable[[str], Path]


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_exercises_come_in_the_order_of_the_course():
    assert [exercise.slug for exercise in registry.all_exercises()] == [
        "softmax",
        "scaled-dot-product-attention",
        "split-heads",
        "concat-heads",
        "multi-head-attention",
    ]


def test_every_folder_is_found_once_and_cached():
    assert registry.get("softmax") is registry.get("softmax")
    assert set(registry.slugs()) == {exercise.slug for exercise in registry.all_exercises()}


def test_an_unknown_slug_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match=r"no exercise 'soft-max'.*softmax"):
        registry.get("soft-max")


def test_an_unknown_quiz_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match=r"no quiz 'none'.*dk-and-cross-attention"):
        registry.get_quiz("none")


def test_a_belief_about_dk_leads_to_quiz_items_on_dk():
    items = registry.quiz_items_for(["scale-sqrt-ntokens"], "scale")
    assert items
    for quiz_slug, item_id in items:
        assert item_id in {item.id for item in registry.get_quiz(quiz_slug).items}


def test_every_exercise_has_what_a_page_needs():
    for exercise in registry.all_exercises():
        assert exercise.frameworks == ("numpy", "torch")
        assert len(exercise.hints) == 3
        assert len({misconception.id for misconception in exercise.misconceptions}) >= 5
        assert 0 < exercise.visible_share < 1


def test_a_copied_folder_is_the_same_exercise(copy_of: Copy):
    assert load_folder(copy_of("split-heads")).exercise.digest == registry.get("split-heads").digest


@pytest.mark.parametrize("file", ["spec.py", "exercise.toml"])
def test_whatever_grading_depends_on_changes_the_digest(copy_of: Copy, file: str):
    path = copy_of("split-heads")
    with (path / file).open("a", encoding="utf-8") as text:
        text.write("\n# changed\n")
    assert load_folder(path).exercise.digest != registry.get("split-heads").digest


def test_a_corrected_statement_does_not_change_the_digest(copy_of: Copy):
    path = copy_of("split-heads")
    with (path / "statement.en.md").open("a", encoding="utf-8") as text:
        text.write("\nOne more sentence.\n")
    assert load_folder(path).exercise.digest == registry.get("split-heads").digest


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("exercise.toml", 'ja = "ヘッドに分割する（Split heads）"', "", "split-heads: 'title' is missing in Japanese"),
        ("exercise.toml", "[[hints]]\nen = ", "[[hints]]\nfr = ", "'hint' is missing in English"),
        ("exercise.toml", "visible_share = 0.4", "visible_share = 1.0", "visible_share.*lies between 0 and 1"),
        ("exercise.toml", "points = 10", "", "'points' is a whole number from 1"),
        ("exercise.toml", "position = 1", "positon = 1", "unknown field positon"),
        ("exercise.toml", '["numpy", "torch"]', '["jax"]', "'frameworks' lists some of numpy, torch"),
        ("exercise.toml", "[rubric]", "[limits]\nwall_hours = 3\n[rubric]", "unknown field wall_hours"),
        ("exercise.toml", 'equivalent = ["split-flat-bh"]', 'equivalent = ["split-flat"]', "equivalent to unknown"),
        ("exercise.toml", "[misconceptions.split-heads-first]", "[misconceptions.gone]", "words gone, which"),
        ("spec.py", '"split-heads-first":', '"split-heads-last":', "exercise.toml words split-heads-first"),
        ("spec.py", '    "split-heads-first": heads_first,\n', "", "words split-heads-first"),
        ("spec.py", "def make_cases", "def make_no_cases", "defines no function 'make_cases'"),
        ("spec.py", "from grader import attention", "from grader import nothing", "spec.py raises ImportError"),
        ("corpus/index.toml", '"split-heads-first"', "", "no sample of split-heads-first"),
        ("corpus/index.toml", '"split-heads-first"', '"no-such-belief"', "names unknown misconceptions no-such-belief"),
        ("corpus/index.toml", "wrong_shape__numpy__stacked_in_front", "wrong_shape__numpy__gone", "no such file"),
    ],
)
def test_a_broken_folder_is_refused_and_told_where(copy_of: Copy, file: str, old: str, new: str, complaint: str):
    path = copy_of("split-heads")
    replace_in(path / file, old, new)
    with pytest.raises(ExerciseError, match=complaint):
        load_folder(path)


@pytest.mark.parametrize("file", ["statement.ja.md", "statement.en.md", "starter_torch.py", "corpus/index.toml"])
def test_a_missing_file_is_named(copy_of: Copy, file: str):
    path = copy_of("split-heads")
    (path / file).unlink()
    with pytest.raises(ExerciseError, match=Path(file).name):
        load_folder(path)


def test_each_framework_needs_an_accepted_sample(copy_of: Copy):
    path = copy_of("split-heads")
    for sample in (path / "corpus").glob("accepted__torch__*.py"):
        sample.unlink()
    with pytest.raises(ExerciseError, match="no accepted sample for torch"):
        load_folder(path)


def test_a_misnamed_sample_is_refused(copy_of: Copy):
    path = copy_of("split-heads")
    (path / "corpus" / "acepted__numpy__typo.py").write_text("", encoding="utf-8")
    with pytest.raises(ExerciseError, match="is not named <verdict>__<framework>__<label>"):
        load_folder(path)
