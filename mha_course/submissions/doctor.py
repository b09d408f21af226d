"""What this machine offers for grading, and what to do about what it does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from grader.devices import has_cuda
from grader.errors import SandboxError
from grader.messages import message
from grader.sandbox import open_sandbox, probe
from mha_course.celery import app

__all__ = ["Part", "examine"]

_PING_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was looked at. `remedy` is what to do if it is not there, in the active language."""

    name: str
    is_there: bool
    is_needed: bool
    detail: str = ""
    remedy: str = ""


def examine() -> Iterator[Part]:
    """Every part in the order in which a submission meets it; each is really tried."""
    yield _database()
    yield from _broker_and_worker()
    yield from _layers()
    yield _containment()
    yield _torch()
    yield _cuda()


def _database() -> Part:
    try:
        connection.ensure_connection()
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error as error:
        remedy = _("Start the database server, or correct DATABASE_URL.")
        return Part("database", is_there=False, is_needed=True, detail=_first_line(error), remedy=remedy)
    if missing:
        detail = f"{connection.vendor}: {len(missing)} migrations not applied"
        return Part(
            "database", is_there=False, is_needed=True, detail=detail, remedy=_("Run: python manage.py migrate")
        )
    return Part("database", is_there=True, is_needed=True, detail=connection.vendor)


def _broker_and_worker() -> Iterator[Part]:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=_PING_SECONDS) as client:
            version = client.info("server").get("redis_version", "")
    except redis.RedisError as error:
        remedy = _("Start Redis, or correct REDIS_URL. Until then submissions are stored and wait.")
        yield Part("broker", is_there=False, is_needed=True, detail=_first_line(error), remedy=remedy)
        return
    yield Part("broker", is_there=True, is_needed=True, detail=f"Redis protocol, version {version}")
    yield _worker()


def _worker() -> Part:
    try:
        answers = app.control.inspect(timeout=_PING_SECONDS).ping() or {}
    except (OperationalError, redis.RedisError) as error:
        answers, detail = {}, _first_line(error)
    else:
        detail = ", ".join(sorted(answers))
    remedy = _("Start a worker: celery --app mha_course.celery worker --queues sweep,grade.cpu,regrade")
    return Part("worker", is_there=bool(answers), is_needed=True, detail=detail, remedy="" if answers else remedy)


def _layers() -> Iterator[Part]:
    language = get_language() or "en"
    for layer in probe():
        remedy = message(layer.remedy, language) if layer.remedy else ""
        yield Part(
            f"sandbox: {layer.name}",
            is_there=layer.is_available,
            is_needed=layer.is_required,
            detail=layer.detail,
            remedy=remedy,
        )


def _containment() -> Part:
    """Whether the layers together suffice: asked of the sandbox itself, which is what refuses."""
    try:
        with open_sandbox() as sandbox:
            detail = ", ".join(sandbox.layers)
    except SandboxError as error:
        remedy = _("Nothing is graded here: %(reason)s") % {"reason": error}
        return Part("sandbox", is_there=False, is_needed=True, remedy=remedy)
    return Part("sandbox", is_there=True, is_needed=True, detail=detail)


def _torch() -> Part:
    question = [sys.executable, "-c", "import torch; print(torch.__version__)"]
    answer = subprocess.run(question, capture_output=True, text=True, check=False)
    is_there = answer.returncode == 0
    return Part("torch", is_there=is_there, is_needed=True, detail=(answer.stdout or answer.stderr).strip()[-200:])


def _cuda() -> Part:
    if not has_cuda():
        return Part("cuda", is_there=False, is_needed=False, remedy=_("Nothing; PyTorch exercises run on the CPU."))
    remedy = _("Nothing; the sandbox cannot contain CUDA programs yet, so PyTorch exercises run on the CPU.")
    return Part("cuda", is_there=True, is_needed=False, remedy=remedy)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
