"""A form's bytes as they were sent. Django replaces what is not UTF-8 without a word, so the text alone cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

__all__ = ["is_utf8_form", "keeps_form_bytes"]

View = Callable[..., HttpResponse]


def keeps_form_bytes(view: View) -> View:
    """Lets `view` ask `is_utf8_form`.

    The body must be kept before anything reads the form, and the check of the form's token reads it. So that check is
    taken from the middleware and made here, right after: no request gets to `view` without it.
    """
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def keeping(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        if request.method == "POST":
            request.body  # noqa: B018  # reading it keeps it; raises RequestDataTooBig beyond the site's limit
        return checked(request, *arguments, **named)

    return keeping


def is_utf8_form(request: HttpRequest) -> bool:
    """Whether every byte of the posted form is UTF-8, percent-encoded or not. Needs `keeps_form_bytes`."""
    is_percent_encoded = request.content_type == "application/x-www-form-urlencoded"
    sent = unquote_to_bytes(request.body) if is_percent_encoded else request.body
    try:
        sent.decode()
    except UnicodeDecodeError:
        return False
    return True
