"""Every environment variable of the site, declared once: name, type, default, meaning.

Values come from the process's environment, or from a file `.env` beside `manage.py` where the environment is silent.
Settings modules read them through `read`; nothing else in the site looks at `os.environ`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import environ

BASE_DIR = Path(__file__).resolve().parents[2]

PLACEHOLDER_SECRET_KEY = "for-development-only-never-for-a-site-that-others-reach"  # noqa: S105  # no secret: production refuses it


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable. `kind` is what its text is turned into: str, int, float, bool or list."""

    name: str
    kind: type
    default: Any
    meaning: str


_STATE = Variable("STATE_DIR", str, str(BASE_DIR / "var"), "Where a site on one machine keeps its files")

environ.Env.read_env(BASE_DIR / ".env")
STATE_DIR = Path(environ.Env().str(_STATE.name, default=_STATE.default))
"""What a site on one machine keeps: its database, its broker's socket, its logs. Git ignores the default."""

VARIABLES: tuple[Variable, ...] = (
    _STATE,
    Variable("SECRET_KEY", str, PLACEHOLDER_SECRET_KEY, "Signs sessions; production refuses the default"),
    Variable("DEBUG", bool, False, "Shows tracebacks to the browser; production refuses it"),
    Variable("ALLOWED_HOSTS", list, [], "Host names that the site answers to, joined by commas"),
    Variable("CSRF_TRUSTED_ORIGINS", list, [], "Origins that may post forms, with their scheme"),
    Variable("IS_BEHIND_TLS", bool, True, "The site is reached by https: secure cookies, redirects and HSTS"),
    Variable(
        "DATABASE_URL", str, f"sqlite:///{STATE_DIR / 'db.sqlite3'}", "Where rows live: sqlite:/// or postgres://"
    ),
    Variable("REDIS_URL", str, "redis://127.0.0.1:6379/0", "Broker and live channel: redis:// or unix://"),
    Variable("TIME_ZONE", str, "UTC", "Zone in which pages show times; rows are always stored in UTC"),
    Variable("EMAIL_URL", str, "consolemail://", "How mail is sent, as a URL"),
    Variable("DEFAULT_FROM_EMAIL", str, "mha_course@localhost", "Sender of the site's mail"),
    Variable("EMAIL_VERIFICATION", str, "none", "Must a new address be confirmed: none, optional or mandatory"),
    Variable("HAS_GPU_WORKER", bool, False, "A worker listens on grade.gpu, so that learners may choose CUDA"),
    Variable("SUBMISSIONS_PER_MINUTE", int, 12, "How many submissions one learner may send in any minute; 0 closes"),
    Variable("SUBMISSIONS_PER_DAY", int, 600, "How many submissions one learner may send in any 24 hours"),
    Variable("GRADING_LEASE_SECONDS", float, 30.0, "How long a worker may hold a run beyond the exercise's own limit"),
    Variable("GRADING_MAX_TRIES", int, 3, "How often a run is begun before it fails for good"),
    Variable("SWEEP_SECONDS", float, 5.0, "How often lost runs are looked for"),
    Variable("ENQUEUE_AGAIN_SECONDS", float, 60.0, "When a waiting run's message is taken to be lost"),
    Variable("PORT", int, 8000, "Where `make run` serves the site"),
    Variable("LOG_LEVEL", str, "INFO", "Least severe record that is logged"),
)

_environment = environ.Env(**{variable.name: (variable.kind, variable.default) for variable in VARIABLES})


def read(name: str) -> Any:
    """The value of a declared variable, in its declared type.

    Raises `KeyError` for a name that is not declared here, `ImproperlyConfigured` or `ValueError` for text that its
    type cannot hold.
    """
    if name not in _environment.scheme:
        message = f"{name} is not declared in {__name__}"
        raise KeyError(message)
    return _environment(name)


def is_set(name: str) -> bool:
    """Whether the environment or `.env` gives this variable a value, rather than its default."""
    return bool(os.environ.get(name))  # `read_env` has put the file's values there


def read_database(*, url: str | None = None) -> dict[str, Any]:
    """The default database, as Django's settings want it.

    SQLite gets a write-ahead log and immediate transactions: the web server and the workers write at the same time,
    and a transaction that begins by reading could not be upgraded while another one writes. Connections to a server
    are not kept: under ASGI each request has a thread of its own, which nobody would use again.
    """
    database: dict[str, Any] = dict(environ.Env.db_url_config(url or read("DATABASE_URL")))
    if database["ENGINE"].endswith("sqlite3"):
        database["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
        }
    else:
        database["CONN_MAX_AGE"] = 0
    return database
