"""Answers `/healthz` before anything else looks at the request, so that a probe needs neither a host name nor TLS."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

PATH = "/healthz"


@sync_and_async_middleware
def health_middleware(get_response: Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]) -> Callable:
    """Says that this process serves requests. Whether its servers are there is `manage.py doctor`'s question."""
    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> HttpResponse:
            return _alive() if request.path == PATH else await get_response(request)

    else:

        def answer(request: HttpRequest) -> HttpResponse:
            return _alive() if request.path == PATH else get_response(request)

    return answer


def _alive() -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")
