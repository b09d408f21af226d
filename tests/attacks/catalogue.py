"""The hostile programs and what `hostile/index.toml` says each of them may end as."""

from __future__ import annotations

import ast
import tomllib
from dataclasses import dataclass
from pathlib import Path

from grader.verdicts import Verdict

__all__ = ["AIMS", "HOSTILE", "Attack", "load_attacks"]

HOSTILE = Path(__file__).parent / "hostile"
AIMS = ("verdict_forgery", "secrets", "escape", "exhaustion", "persistence", "protocol", "result_lies")


@dataclass(frozen=True, slots=True)
class Attack:
    """One hostile program. `source` still holds placeholders such as @SECRET_PATH@ (see `witness.Witness.fill`)."""

    aim: str
    name: str
    source: str
    verdicts: frozenset[Verdict]
    framework: str = "numpy"
    bites: bool = False
    """As a plain program, outside the sandbox, it succeeds."""
    runs: int = 1
    needs_readable_python: bool = False
    """Without namespaces root's children give up uid 0 only where every user can read the interpreter."""
    tried: bool = True
    """It prints TRIED once its attempt begins, so that a typing error in it cannot pass for containment."""

    @property
    def id(self) -> str:
        return f"{self.aim}/{self.name}"

    @property
    def purpose(self) -> str:
        """The first line of its docstring, or "" where it has none."""
        return (ast.get_docstring(ast.parse(self.source)) or "").partition("\n")[0]


def load_attacks() -> tuple[Attack, ...]:
    """Every program of the index, by aim and name. Raises FileNotFoundError for one that has no file."""
    index = tomllib.loads((HOSTILE / "index.toml").read_text(encoding="utf-8"))
    return tuple(_load(aim, name, index[aim][name]) for aim in AIMS for name in sorted(index[aim]))


def _load(aim: str, name: str, entry: dict[str, object]) -> Attack:
    fields = dict(entry)
    verdicts = frozenset(Verdict(verdict) for verdict in fields.pop("verdicts"))
    source = (HOSTILE / aim / f"{name}.py").read_text(encoding="utf-8")
    return Attack(aim=aim, name=name, source=source, verdicts=verdicts, **fields)
