"""A whole site to break: a real database that several processes share, a real Redis, real workers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from mha_course.celery import CPU_WORKER_QUEUES
from mha_course.settings.environment import BASE_DIR, read_database
from tests import servers

SHORT_WAITS = {"GRADING_LEASE_SECONDS": "2.0", "SWEEP_SECONDS": "0.3", "ENQUEUE_AGAIN_SECONDS": "0.5"}
"""The lease is short but still includes the exercise's own limit."""


@dataclass(frozen=True)
class Database:
    kind: str
    url: str


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('site') / 'db.sqlite3'}"


@pytest.fixture(scope="session")
def _migrated() -> set[str]:
    return set()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, _migrated: set[str], django_db_blocker) -> Iterator[Database]:
    """An empty database outside any transaction, which this process and its children see alike."""
    kind = request.param
    url = request.getfixturevalue("sqlite_file" if kind == "sqlite" else "postgres_url")
    usual_settings, usual = connections.settings["default"], connections["default"]
    with django_db_blocker.unblock():
        connections.settings["default"] = {**usual_settings, "OPTIONS": {}, **read_database(url=url), "CONN_MAX_AGE": 0}
        connections["default"] = connections.create_connection("default")
        try:
            if url not in _migrated:
                call_command("migrate", verbosity=0, interactive=False)
                _migrated.add(url)
            call_command("flush", verbosity=0, interactive=False)
            yield Database(kind, url)
        finally:
            connections["default"].close()
            connections.settings["default"], connections["default"] = usual_settings, usual


@pytest.fixture
def start_worker(database: Database, redis_server: servers.RedisServer, tmp_path: Path):
    """Starts Celery workers; each is stopped, with all that belongs to it, at the end of the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*, processes: int = 1) -> subprocess.Popen[bytes]:
        log = tmp_path / f"worker-{len(started)}.log"
        queues = ("--queues", ",".join(CPU_WORKER_QUEUES), "--concurrency", str(processes))
        arguments = ["worker", *queues, "--without-gossip", "--without-mingle", "--hostname", f"w{len(started)}@%h"]
        worker = _celery([*arguments, "--loglevel", "INFO"], database, log=log)
        started.append(worker)
        servers.wait_until(lambda: " ready." in log.read_text(), what="the worker being ready")
        return worker

    yield start
    for worker in started:
        servers.kill_session(worker)


@pytest.fixture
def beat(database: Database, redis_server: servers.RedisServer, tmp_path: Path) -> Iterator[None]:
    """The real scheduler, so that the sweeper runs by itself."""
    arguments = ["beat", "--schedule", str(tmp_path / "schedule"), "--pidfile", ""]
    scheduler = _celery(arguments, database, log=tmp_path / "beat.log")
    yield
    servers.kill_session(scheduler)


def _celery(arguments: list[str], database: Database, *, log: Path) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        **SHORT_WAITS,
        "DJANGO_SETTINGS_MODULE": "mha_course.settings.test",
        "DATABASE_URL": database.url,
        "REDIS_URL": settings.REDIS_URL,
    }
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "celery", "--app", "mha_course.celery", *arguments],
            cwd=BASE_DIR,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


@pytest.fixture
def person(database: Database):
    from mha_course.people.models import User

    return User.objects.create_user("learner", password="correct horse battery")


@pytest.fixture
def send(person):
    """Submits to `split-heads`, with real commits and the real broker."""
    from mha_course.submissions import services

    def send(source: str, *, learner=None, exercise: str = "split-heads"):
        return services.submit(
            learner=learner or person, exercise=exercise, framework="numpy", device="cpu", source=source
        )

    return send
