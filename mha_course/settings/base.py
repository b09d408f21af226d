"""What holds in every environment. `dev`, `test` and `prod` import it and say only what differs."""

from __future__ import annotations

import environ
from csp.constants import NONE, SELF

from mha_course.settings.environment import BASE_DIR, STATE_DIR, read, read_database

SECRET_KEY = read("SECRET_KEY")
DEBUG = read("DEBUG")
ALLOWED_HOSTS = read("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = read("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "mha_course.people",
    "mha_course.submissions",
    "mha_course.quizzes",
    "mha_course.live",
    "mha_course.portal",
    "mha_course.dashboard",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
]

MIDDLEWARE = [
    "mha_course.health.health_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "mha_course.urls"
ASGI_APPLICATION = "mha_course.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "mha_course" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": read_database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}
# Log-in limits are counted in the cache: in the database they hold for all web processes, with or without Redis.

# People
AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ALLOWS_DEMO_ACCOUNTS = False
DEMO_ACCOUNTS_FILE = STATE_DIR / "demo_accounts.json"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "portal:course"
ACCOUNT_LOGOUT_REDIRECT_URL = "portal:course"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "mha_course.people.forms.SignupForm"
ACCOUNT_EMAIL_VERIFICATION = read("EMAIL_VERIFICATION")
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_RATE_LIMITS = {"login": "30/m/ip", "login_failed": "10/m/ip,5/5m/key", "signup": "20/m/ip"}
# A whole classroom signs up behind one address in the same minutes, so limits by address are wide.

# Languages and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = read("TIME_ZONE")

# Static files
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "mha_course" / "static"]

# What a page may load: its own files and nothing inline.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Mail
vars().update(environ.Env.email_url_config(read("EMAIL_URL")))
DEFAULT_FROM_EMAIL = read("DEFAULT_FROM_EMAIL")

# Broker and live channel
REDIS_URL = read("REDIS_URL")
REDIS_TIMEOUT_SECONDS = 1.0
"""How long a request waits for Redis. A submission is stored before, so giving up early loses nothing."""

# Grading
HAS_GPU_WORKER = read("HAS_GPU_WORKER")
SUBMISSIONS_PER_MINUTE = read("SUBMISSIONS_PER_MINUTE")
SUBMISSIONS_PER_DAY = read("SUBMISSIONS_PER_DAY")
GRADING_LEASE_SECONDS = read("GRADING_LEASE_SECONDS")
GRADING_MAX_TRIES = read("GRADING_MAX_TRIES")
SWEEP_SECONDS = read("SWEEP_SECONDS")
ENQUEUE_AGAIN_SECONDS = read("ENQUEUE_AGAIN_SECONDS")
GRADING_HARD_LIMIT_SECONDS = 300
"""After this long Celery kills the pool process, whatever it does. A backstop: learner code has its own limits."""
VISIBILITY_TIMEOUT_SECONDS = 900
"""When Redis gives an unacknowledged message to another worker; above the hard limit, so never while one works."""
LIVE_HEARTBEAT_SECONDS = 15.0
LIVE_QUEUE_SECONDS = 3.0
"""How often a waiting page learns its place in line."""
LIVE_MAX_SECONDS = 300.0
"""After this long a live page is told to connect again, so that no dead connection is held for ever."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": read("LOG_LEVEL")},
    "loggers": {"django": {"handlers": ["stderr"], "level": read("LOG_LEVEL"), "propagate": False}},
}
