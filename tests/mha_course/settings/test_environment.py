"""Settings come from declared variables only, and production refuses what is only safe at home."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from grader.sandbox.status import INSECURE_SWITCH
from mha_course.settings import environment
from mha_course.settings.environment import BASE_DIR, VARIABLES, read, read_database

SAFE_PRODUCTION = {
    "SECRET_KEY": "x7" * 25,
    "ALLOWED_HOSTS": "course.example.org",
    "DJANGO_SETTINGS_MODULE": "mha_course.settings.prod",
    "PATH": os.environ["PATH"],
}


def start_production(**changes: str) -> subprocess.CompletedProcess[str]:
    """Load the production settings in a process of their own."""
    return subprocess.run(
        [sys.executable, "-c", "from django.conf import settings; print(settings.SECURE_SSL_REDIRECT)"],
        env=SAFE_PRODUCTION | changes,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_starts_with_a_secret_and_hosts_and_redirects_to_https():
    started = start_production()
    assert started.returncode == 0, started.stderr
    assert started.stdout.strip() == "True"


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"SECRET_KEY": environment.PLACEHOLDER_SECRET_KEY}, "SECRET_KEY"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"DEBUG": "1"}, "DEBUG"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"),
        ({INSECURE_SWITCH: "1"}, INSECURE_SWITCH),
    ],
)
def test_production_refuses_to_start_unsafely_and_names_what_is_unsafe(changes, named):
    started = start_production(**changes)
    assert started.returncode != 0
    assert "ImproperlyConfigured" in started.stderr
    assert named in started.stderr


def test_an_undeclared_variable_cannot_be_read():
    with pytest.raises(KeyError, match="NOT_DECLARED"):
        read("NOT_DECLARED")


def test_variables_are_declared_once_with_a_meaning():
    names = [variable.name for variable in VARIABLES]
    assert len(names) == len(set(names))
    assert all(variable.meaning for variable in VARIABLES)


def test_every_declared_variable_is_read_somewhere():
    site = "".join(path.read_text() for path in (BASE_DIR / "mha_course").rglob("*.py"))
    site += 'read("STATE_DIR")'  # read before all others, whose defaults depend on it
    unread = [v.name for v in VARIABLES if not re.search(rf'read\("{v.name}"\)', site)]
    assert unread == []


def test_sqlite_writes_ahead_and_locks_before_it_reads():
    options = read_database(url="sqlite:////tmp/course.sqlite3")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_a_postgres_url_gives_postgresql_without_lasting_connections():
    database = read_database(url="postgres://mha:secret@db:5433/course")
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", 5433, "course")
    assert database["CONN_MAX_AGE"] == 0
