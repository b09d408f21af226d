"""A whole site as a learner meets it, and a real Chromium to meet it with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from mha_course.celery import CPU_WORKER_QUEUES
from mha_course.settings.environment import BASE_DIR
from tests import servers

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Site:
    url: str
    environment: dict[str, str]

    def manage(self, *arguments: str) -> str:
        """Runs `manage.py` against the site's own database; returns what it prints."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=BASE_DIR, env=self.environment, check=True, capture_output=True, text=True)
        return done.stdout


@pytest.fixture(scope="package")
def broker() -> Iterator[servers.RedisServer]:
    """A Redis of the site's own: other tests empty and stop theirs."""
    with servers.running_redis(f"redis://127.0.0.1:{servers.free_port()}/0") as server:
        yield server


@pytest.fixture(scope="package")
def site(broker: servers.RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Web server, worker and scheduler as `make run` starts them, on a database of their own."""
    folder = tmp_path_factory.mktemp("browser-site")
    port = servers.free_port()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "mha_course.settings.dev",
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "REDIS_URL": broker.url,
        "SUBMISSIONS_PER_MINUTE": "1000",
    }
    site = Site(f"http://localhost:{port}", environment)
    site.manage("migrate", "--verbosity", "0")
    celery = ("celery", "--app", "mha_course.celery")
    programs = {
        "web": ("uvicorn", "mha_course.asgi:application", "--host", "127.0.0.1", "--port", str(port), "--lifespan=off"),
        "worker": (
            *celery,
            "worker",
            "--queues",
            ",".join(CPU_WORKER_QUEUES),
            "--concurrency",
            "1",
            "--loglevel",
            "INFO",
        ),
        "beat": (*celery, "beat", "--schedule", str(folder / "schedule"), "--pidfile", ""),
    }
    started = []
    try:
        for name, arguments in programs.items():
            with (folder / f"{name}.log").open("wb") as log:
                program = subprocess.Popen(
                    [sys.executable, "-m", *arguments],
                    cwd=BASE_DIR,
                    env=environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            started.append(program)
        servers.wait_until(lambda: _answers(f"{site.url}/healthz"), what="the web server answering")
        servers.wait_until(lambda: " ready." in (folder / "worker.log").read_text(), what="the worker being ready")
        yield site
    finally:
        for program in started:
            servers.kill_session(program)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _chromium_binary() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for this folder. Its event loop would forbid the database to all tests after it, so it ends here."""
    binary = _chromium_binary()
    if binary is None:
        servers.absent("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def open_page(site: Site, chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages in a browser profile of their own. A script error or a blocked resource fails the test."""
    contexts = []
    complaints: list[str] = []

    def open_page(*, locale: str, viewport: dict[str, int] = WIDE, **options: object) -> Page:
        context = chromium.new_context(base_url=site.url, locale=locale, viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(f"script error: {error}"))
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def corpus() -> Callable[[str], str]:
    """Reads a learner's program: `corpus("split-heads/wrong_value__numpy__reshape_only")`."""

    def read(name: str) -> str:
        exercise, sample = name.split("/")
        return Path(BASE_DIR, "exercises", "code", exercise, "corpus", f"{sample}.py").read_text()

    return read
