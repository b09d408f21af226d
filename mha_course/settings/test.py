"""What pytest runs with: in-memory cache, fast password hashing, short waits.

`DATABASE_URL` decides the database; without it, SQLite in memory.
"""

import os

from mha_course.settings.base import *  # noqa: F403
from mha_course.settings.environment import read_database

SECRET_KEY = "only-for-tests"  # noqa: S105  # no secret: nothing it signs leaves the test
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
DATABASES = {"default": read_database(url=os.environ.get("DATABASE_URL", "sqlite://:memory:"))}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_RATE_LIMITS = False
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
REDIS_TIMEOUT_SECONDS = 0.2
