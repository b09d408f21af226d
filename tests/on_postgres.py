"""`python -m tests.on_postgres`: the site's tests once more, on a PostgreSQL of their own instead of SQLite.

SQLite has neither row locks nor more than one connection in memory, and sorts in another order; what passes there may
still fail on a server.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SITE_TESTS = [f"tests/mha_course/{app}" for app in ("people", "submissions", "quizzes", "live", "portal", "dashboard")]


def main() -> int:
    """Run them with what else is on the command line; the exit status is pytest's, 0 where PostgreSQL is absent."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mha_course.settings.test")
    from tests import servers

    try:
        with servers.running_postgres() as url:
            command = [sys.executable, "-m", "pytest", *SITE_TESTS, *sys.argv[1:]]
            return subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False).returncode
    except pytest.skip.Exception as absent:
        sys.stdout.write(f"{absent}\n")
        return 0


if __name__ == "__main__":
    sys.exit(main())
