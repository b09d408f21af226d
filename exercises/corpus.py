"""Sample submissions of one exercise: `corpus/<verdict>__<framework>__<label>.py`, and `corpus/index.toml`.

The file name says which verdict the sample must get. The index says which misconceptions must be named; a sample
that it does not list names none.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from grader.errors import ExerciseError
from grader.model import Framework
from grader.verdicts import Verdict

__all__ = ["Sample", "read_corpus"]

INDEX = "index.toml"


@dataclass(frozen=True, slots=True)
class Sample:
    """One submission, what it must be judged as, and what must be named as its cause."""

    path: Path
    verdict: Verdict
    framework: Framework
    label: str
    misconceptions: frozenset[str]

    @property
    def source(self) -> bytes:
        return self.path.read_bytes()


def read_corpus(folder: Path) -> tuple[Sample, ...]:
    """The samples in `folder`, by name. Raises `ExerciseError` for a misnamed file or an index entry without a file."""
    expected = _read_index(folder / INDEX)
    samples = tuple(_read_sample(path, expected) for path in sorted(folder.glob("*.py")))
    unknown = sorted(expected.keys() - {sample.path.stem for sample in samples})
    if unknown:
        raise ExerciseError(f"{folder / INDEX} lists {', '.join(unknown)}, but there is no such file")
    return samples


def _read_index(path: Path) -> dict[str, frozenset[str]]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ExerciseError(f"{path} cannot be read: {error}") from error
    for stem, ids in table.items():
        if not isinstance(ids, list) or not all(isinstance(misconception, str) for misconception in ids):
            raise ExerciseError(f"{path}: {stem} is a list of misconception ids")
    return {stem: frozenset(ids) for stem, ids in table.items()}


def _read_sample(path: Path, expected: dict[str, frozenset[str]]) -> Sample:
    verdict, _, rest = path.stem.partition("__")
    framework, _, label = rest.partition("__")
    if verdict not in set(Verdict) or framework not in get_args(Framework) or not label:
        raise ExerciseError(f"{path} is not named <verdict>__<framework>__<label>.py")
    return Sample(
        path=path,
        verdict=Verdict(verdict),
        framework=cast("Framework", framework),
        label=label,
        misconceptions=expected.get(path.stem, frozenset()),
    )
