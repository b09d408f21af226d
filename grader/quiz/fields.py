"""Typed access to one table of a quiz file; every complaint says where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from grader.errors import ExerciseError
from grader.model import Text

__all__ = ["Fields", "located"]

_LANGUAGES = {"en": "English", "ja": "Japanese"}


@contextmanager
def located(where: str) -> Iterator[None]:
    """Put the place in front of whatever an `ExerciseError` inside says."""
    try:
        yield
    except ExerciseError as error:
        raise ExerciseError(f"{where}: {error}") from error


@dataclass(frozen=True, slots=True)
class Fields:
    """A table read from TOML. Every method raises `ExerciseError` for a field of the wrong kind."""

    table: Mapping[str, Any]

    def refuse_unknown(self, known: AbstractSet[str]) -> None:
        """A misspelt field would otherwise be left out in silence."""
        unknown = sorted(set(self.table) - known)
        if unknown:
            raise ExerciseError(f"unknown field {', '.join(unknown)}; known are {', '.join(sorted(known))}")

    def string(self, name: str) -> str:
        value = self.table.get(name)
        if not isinstance(value, str) or not value.strip():
            raise ExerciseError(f"'{name}' is missing or no text")
        return value

    def optional_string(self, name: str) -> str | None:
        return self.string(name) if name in self.table else None

    def text(self, name: str) -> Text:
        """Both languages, and nothing else."""
        value = self.table.get(name)
        if not isinstance(value, Mapping):
            raise ExerciseError(f"'{name}' is missing; it holds the languages en and ja")
        for language, spoken in _LANGUAGES.items():
            if not isinstance(value.get(language), str) or not value[language].strip():
                raise ExerciseError(f"'{name}' is missing in {spoken}")
        Fields(value).refuse_unknown(_LANGUAGES.keys())
        return Text(en=value["en"].strip(), ja=value["ja"].strip())

    def optional_text(self, name: str) -> Text | None:
        return self.text(name) if name in self.table else None

    def strings(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty when the field is absent."""
        value = self.table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(part, str) and part.strip() for part in value):
            raise ExerciseError(f"'{name}' is a list of texts")
        return tuple(value)

    def flag(self, name: str) -> bool:
        value = self.table.get(name, False)
        if not isinstance(value, bool):
            raise ExerciseError(f"'{name}' is true or false")
        return value

    def number(self, name: str) -> float:
        """0 when the field is absent."""
        value = self.table.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
            raise ExerciseError(f"'{name}' is a number that is not negative")
        return float(value)

    def tables(self, name: str) -> list[Fields]:
        """A list of tables; empty when the field is absent."""
        value = self.table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
            raise ExerciseError(f"'{name}' is a list of tables")
        return [Fields(part) for part in value]

    def mapping(self, name: str) -> Mapping[str, Any]:
        """A table of its own; empty when the field is absent."""
        value = self.table.get(name, {})
        if not isinstance(value, Mapping):
            raise ExerciseError(f"'{name}' is a table")
        return value
