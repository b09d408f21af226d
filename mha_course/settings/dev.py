"""A site on one's own machine: `make run` and `manage.py` without further words."""

from mha_course.settings.base import *  # noqa: F403
from mha_course.settings.environment import STATE_DIR, is_set

STATE_DIR.mkdir(exist_ok=True)

if not is_set("REDIS_URL") and (STATE_DIR / "redis.sock").exists():
    REDIS_URL = f"unix://{STATE_DIR / 'redis.sock'}"  # the one that `make run` has started

DEBUG = True
ALLOWS_DEMO_ACCOUNTS = True
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
