"""One exercise folder → one checked `Exercise`. Every complaint names the file and what is missing in it."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast, get_args

from exercises.corpus import Sample, read_corpus
from grader.errors import ExerciseError
from grader.model import Exercise, Framework, Limits, Misconception, Parameter, Text
from grader.quiz.fields import Fields, located
from grader.sandbox import default_limits
from grader.verdicts import Verdict

__all__ = ["ExerciseFolder", "load_folder"]

GRADING_VERSION = "1"
"""Part of every digest: raise it when the engine judges the same output differently."""

_ROOT = Path(__file__).resolve().parent
_SHARED_SOURCES = (
    _ROOT / "stages.py",
    _ROOT / "wrong_stages.py",
    _ROOT / "wrong_heads.py",
    _ROOT.parent / "grader" / "attention.py",
    _ROOT.parent / "grader" / "cases.py",
)
"""What references, cases and misconceptions are made of besides the folder itself."""

_SHARED_TEXTS = _ROOT / "misconceptions.toml"
"""Words for mistakes that occur in many exercises; a folder may have its own."""

_EXERCISE_FIELDS = frozenset(
    {
        "title",
        "unit",
        "position",
        "points",
        "entry_point",
        "parameters",
        "frameworks",
        "axes",
        "concept",
        "rubric",
        "limits",
        "hints",
        "misconceptions",
    }
)


@dataclass(frozen=True, slots=True)
class ExerciseFolder:
    """An exercise with what only its checks need."""

    path: Path
    exercise: Exercise
    axes: frozenset[str]
    """Every axis name that the statement uses."""
    weights: Callable[..., Any] | None
    """The softmax weights behind the reference, along the last axis; None where there is no softmax."""
    samples: tuple[Sample, ...]


def load_folder(path: Path) -> ExerciseFolder:
    """The exercise in `path`, whose name is its slug.

    Raises `ExerciseError` if a file, a field or a language is missing, if a misconception has no text or a text no
    misconception, or if the corpus lacks an accepted sample of a framework or a sample of a misconception.
    """
    with located(f"exercise {path.name}"):
        toml, source = _read(path / "exercise.toml"), _read(path / "spec.py")
        table = Fields(_parse(toml))
        table.refuse_unknown(_EXERCISE_FIELDS)
        spec = _run_spec(path / "spec.py")
        exercise = Exercise(
            slug=path.name,
            digest=_digest(toml, source),
            unit=_whole(table, "unit"),
            position=_whole(table, "position"),
            title=table.text("title"),
            statement=Text(en=_read(path / "statement.en.md"), ja=_read(path / "statement.ja.md")),
            entry_point=table.string("entry_point"),
            parameters=tuple(_parameter(parameter) for parameter in table.tables("parameters")),
            frameworks=(frameworks := _frameworks(table)),
            starters={framework: _read(path / f"starter_{framework}.py") for framework in frameworks},
            concept=table.string("concept"),
            max_points=_whole(table, "points"),
            visible_share=_visible_share(table),
            limits=_limits(table),
            reference=_from_spec(spec, "reference"),
            make_cases=_from_spec(spec, "make_cases"),
            misconceptions=tuple(_misconceptions(table, spec)),
            hints=tuple(_hint(hint) for hint in table.tables("hints")),
        )
        folder = ExerciseFolder(
            path=path,
            exercise=exercise,
            axes=frozenset(table.strings("axes")),
            weights=getattr(spec, "weights", None),
            samples=read_corpus(path / "corpus"),
        )
        _check_samples(folder)
    return folder


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ExerciseError(f"{path.name} cannot be read: {error}") from error
    if not text.strip():
        raise ExerciseError(f"{path.name} is empty")
    return text


def _parse(toml: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise ExerciseError(f"exercise.toml: {error}") from error


def _digest(*texts: str) -> str:
    parts = [GRADING_VERSION, *texts, *(_read(path) for path in _SHARED_SOURCES)]
    lengths = [str(len(part)) for part in parts]  # so that text moved from one file to the next is a change
    return hashlib.sha256("\0".join([*lengths, *parts]).encode()).hexdigest()


def _run_spec(path: Path) -> ModuleType:
    name = f"exercises.code.{path.parent.name.replace('-', '_')}.spec"
    declared = importlib.util.spec_from_file_location(name, path)
    if declared is None or declared.loader is None:
        raise ExerciseError(f"{path.name} cannot be imported")
    module = importlib.util.module_from_spec(declared)
    sys.modules[name] = module
    try:
        declared.loader.exec_module(module)
    except Exception as error:  # an author's program, which may raise anything, is named by its folder
        del sys.modules[name]
        raise ExerciseError(f"{path.name} raises {type(error).__name__} on import: {error}") from error
    return module


def _from_spec(spec: ModuleType, name: str) -> Callable[..., Any]:
    found = getattr(spec, name, None)
    if not callable(found):
        raise ExerciseError(f"spec.py defines no function '{name}'")
    return cast("Callable[..., Any]", found)


def _whole(table: Fields, name: str) -> int:
    number = table.number(name)
    if number < 1 or number != int(number):
        raise ExerciseError(f"'{name}' is a whole number from 1")
    return int(number)


def _parameter(table: Fields) -> Parameter:
    table.refuse_unknown({"name", "has_default"})
    return Parameter(table.string("name"), table.flag("has_default"))


def _hint(table: Fields) -> Text:
    return Fields({"hint": table.table}).text("hint")


def _frameworks(table: Fields) -> tuple[Framework, ...]:
    names = table.strings("frameworks")
    if not names or not set(names) <= set(get_args(Framework)):
        raise ExerciseError(f"'frameworks' lists some of {', '.join(get_args(Framework))}")
    return cast("tuple[Framework, ...]", names)


def _visible_share(table: Fields) -> float:
    rubric = Fields(table.mapping("rubric"))
    rubric.refuse_unknown({"visible_share"})
    share = rubric.number("visible_share")
    if not 0 < share < 1:
        raise ExerciseError("'rubric.visible_share' lies between 0 and 1: visible and hidden cases both count")
    return share


def _limits(table: Fields) -> Limits:
    given = Fields(table.mapping("limits"))
    given.refuse_unknown({field.name for field in fields(Limits)})
    whole = {name: _whole(given, name) for name in given.table if name != "wall_seconds"}
    wall = {"wall_seconds": given.number("wall_seconds")} if "wall_seconds" in given.table else {}
    return replace(default_limits(), **whole, **wall)  # type: ignore[arg-type]  # the names were checked above


def _misconceptions(table: Fields, spec: ModuleType) -> Iterator[Misconception]:
    own, shared = Fields(table.mapping("misconceptions")), Fields(_parse(_read(_SHARED_TEXTS)))
    runnable = getattr(spec, "MISCONCEPTIONS", {})
    if not own.table.keys() <= runnable.keys():
        unmatched = ", ".join(sorted(own.table.keys() - runnable.keys()))
        raise ExerciseError(f"exercise.toml words {unmatched}, which MISCONCEPTIONS in spec.py does not hold")
    for misconception, variants in runnable.items():
        with located(f"misconception {misconception}"):
            entry = Fields({**shared.mapping(misconception), **own.mapping(misconception)})
            entry.refuse_unknown({"concept", "equivalent", "en", "ja"})
            worded = Fields({"text": {key: entry.table[key] for key in ("en", "ja") if key in entry.table}})
            equivalent = frozenset(entry.strings("equivalent"))
            if not equivalent <= runnable.keys():
                raise ExerciseError(f"equivalent to unknown {', '.join(sorted(equivalent - runnable.keys()))}")
            for predict in variants if isinstance(variants, tuple) else (variants,):
                yield Misconception(
                    id=misconception,
                    concept=entry.string("concept"),
                    text=worded.text("text"),
                    predict=predict,
                    equivalent_to=equivalent,
                    uses_case_dtype=bool(getattr(predict, "uses_case_dtype", False)),
                )


def _check_samples(folder: ExerciseFolder) -> None:
    accepted = {sample.framework for sample in folder.samples if sample.verdict is Verdict.ACCEPTED}
    missing = sorted(set(folder.exercise.frameworks) - accepted)
    if missing:
        raise ExerciseError(f"corpus has no accepted sample for {', '.join(missing)}")
    known = {misconception.id for misconception in folder.exercise.misconceptions}
    named = frozenset[str]().union(*(sample.misconceptions for sample in folder.samples))
    if named - known:
        raise ExerciseError(f"corpus/index.toml names unknown misconceptions {', '.join(sorted(named - known))}")
    if known - named:
        raise ExerciseError(f"corpus has no sample of {', '.join(sorted(known - named))}")
