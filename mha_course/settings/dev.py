"""A site on one's own machine: `make run` and `manage.py` without further words."""

from mha_course.settings.base import *  # noqa: F403
from mha_course.settings.environment import STATE_DIR

STATE_DIR.mkdir(exist_ok=True)

DEBUG = True
ALLOWS_DEMO_ACCOUNTS = True
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
