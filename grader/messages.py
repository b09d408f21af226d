"""Every text that the engine shows, by id and language. Reports hold ids and parameters; they are worded when read."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.model import Text

__all__ = ["has", "ids", "message", "text"]

_SOURCE = Path(__file__).with_name("messages.toml")
_LIST_SEPARATORS = {"en": ", ", "ja": "、"}


def message(id: str, locale: str, **parameters: Any) -> str:  # noqa: A002 - the word for it everywhere
    """The text `id` in `locale` ("en" or "ja"; anything else reads English) with its named parameters filled in.

    Shapes read as tuples, lists of words are joined as the language does, floats keep three significant digits.
    Raises `KeyError` for an unknown id or a parameter that is missing: both are faults of ours, unless they come from a
    report that was stored earlier (`grader.wording` then shows the id).
    """
    worded = {name: _worded(value, locale) for name, value in parameters.items()}
    return text(id)[locale].format_map(worded)


def text(id: str) -> Text:  # noqa: A002
    """Both languages of `id`, parameters not filled in. Raises `KeyError` for an unknown id."""
    return _catalogue()[id]


def ids() -> frozenset[str]:
    """Every id there is."""
    return frozenset(_catalogue())


def has(id: str) -> bool:  # noqa: A002
    """Whether there is a text `id`."""
    return id in _catalogue()


@functools.cache
def _catalogue() -> dict[str, Text]:
    with _SOURCE.open("rb") as source:
        return dict(_flatten(tomllib.load(source), ""))


def _flatten(table: Mapping[str, Any], prefix: str) -> list[tuple[str, Text]]:
    if set(table) == {"en", "ja"}:
        return [(prefix, Text(en=table["en"].strip(), ja=table["ja"].strip()))]
    return [entry for key, inner in table.items() for entry in _flatten(inner, f"{prefix}.{key}" if prefix else key)]


def _worded(value: Any, locale: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, Sequence):
        if all(isinstance(item, int) for item in value):
            return str(tuple(value))
        return _LIST_SEPARATORS.get(locale, ", ").join(_worded(item, locale) for item in value)
    return str(value)
