"""The programs that make up the site, with their arguments."""

from __future__ import annotations

import sys
from pathlib import Path

from mha_course.launcher.broker import redis_arguments
from mha_course.launcher.supervisor import Child
from mha_course.settings.environment import STATE_DIR

__all__ = ["beat", "redis", "web", "worker"]

WORKER_PROCESSES = 2
_CELERY = (sys.executable, "-m", "celery", "--app", "mha_course.celery")


def redis(binary: Path, socket: Path) -> Child:
    return Child("redis", redis_arguments(binary, socket), log=_log("redis"))


def web(port: int) -> Child:
    """uvicorn, on loopback only: a development site has no business on the network."""
    listen = ("--host", "127.0.0.1", "--port", str(port))
    quiet = ("--no-access-log", "--no-server-header", "--lifespan", "off", "--log-level", "warning")
    stop = ("--timeout-graceful-shutdown", "2")
    return Child("web", [sys.executable, "-m", "uvicorn", "mha_course.asgi:application", *listen, *quiet, *stop])


def worker(*, uses_gpu: bool) -> Child:
    from mha_course.celery import CPU_WORKER_QUEUES, GRADE_GPU

    queues = ",".join((*CPU_WORKER_QUEUES, GRADE_GPU) if uses_gpu else CPU_WORKER_QUEUES)
    size = ("--pool", "prefork", "--concurrency", str(WORKER_PROCESSES))
    alone = ("--without-gossip", "--without-mingle")
    arguments = [*_CELERY, "worker", "--queues", queues, *size, *alone, "--loglevel", "INFO"]
    return Child("worker", arguments, log=_log("worker"))


def beat() -> Child:
    files = ("--schedule", str(STATE_DIR / "beat-schedule"), "--pidfile", "")
    return Child("beat", [*_CELERY, "beat", *files, "--loglevel", "WARNING"], log=_log("beat"))


def _log(name: str) -> Path:
    folder = STATE_DIR / "log"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.log"
