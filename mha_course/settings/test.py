"""What pytest runs with: in-memory cache, fast password hashing, short waits.

`DATABASE_URL` decides the database; without it, SQLite in memory. Redis is expected on a free port of this run's own,
where nothing listens until a test starts a server there.
"""

import os
import socket

from mha_course.settings.base import *  # noqa: F403
from mha_course.settings.environment import read_database

SECRET_KEY = "only-for-tests"  # noqa: S105  # no secret: nothing it signs leaves the test
DEBUG = False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
DATABASES = {"default": read_database(url=os.environ.get("DATABASE_URL", "sqlite://:memory:"))}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_RATE_LIMITS = False
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
REDIS_URL = os.environ.get("REDIS_URL") or f"redis://127.0.0.1:{_free_port()}/0"
REDIS_TIMEOUT_SECONDS = 0.2
