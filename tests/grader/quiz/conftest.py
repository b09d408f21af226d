"""A small quiz file with one item of each kind, to be broken one line at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.quiz import Quiz, load_quiz

_QUIZ = Path(__file__).with_name("small.toml")


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Quiz]:
    """`load()` reads the file as it is; `load(("old", "new"), …)` with passages replaced."""

    def load(*edits: tuple[str, str]) -> Quiz:
        source = _QUIZ.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in source, f"{old!r} is not in the file"
            source = source.replace(old, new, 1)
        path = tmp_path / "small.toml"
        path.write_text(source, encoding="utf-8")
        return load_quiz(path)

    return load


@pytest.fixture
def quiz(load: Callable[..., Quiz]) -> Quiz:
    return load()
