"""A site that others reach. It refuses to start with anything that is only safe on one's own machine."""

import os

from django.core.exceptions import ImproperlyConfigured

from grader.sandbox.status import INSECURE_SWITCH
from mha_course.settings.base import *  # noqa: F403
from mha_course.settings.base import ALLOWED_HOSTS, DEBUG, SECRET_KEY
from mha_course.settings.environment import PLACEHOLDER_SECRET_KEY, read

if SECRET_KEY == PLACEHOLDER_SECRET_KEY or len(SECRET_KEY) < 32:
    raise ImproperlyConfigured("SECRET_KEY must be set to at least 32 random characters of its own.")
if DEBUG:
    raise ImproperlyConfigured("DEBUG shows tracebacks to everyone; unset it in production.")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts that this site answers to.")
if os.environ.get(INSECURE_SWITCH):
    raise ImproperlyConfigured(f"{INSECURE_SWITCH} is set: learner code would run insecurely. Unset it in production.")

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

if read("IS_BEHIND_TLS"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # or everyone would share the proxy's address, and with it the limits on log-ins
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
