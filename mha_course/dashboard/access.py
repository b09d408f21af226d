"""Who gets into the dashboard. Every page of a class goes through `instructors_only`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from mha_course.people.models import Cohort
from mha_course.people.permissions import may_open_dashboard, may_teach

__all__ = ["dashboard_users_only", "instructors_only"]

View = Callable[..., HttpResponse]


def dashboard_users_only(view: View) -> View:
    """Lets in whoever teaches or may open a class; visitors are asked to log in, learners are refused (403)."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if not may_open_dashboard(request.user):
            raise PermissionDenied
        return view(request, **arguments)

    return guarded


def instructors_only(view: View) -> View:
    """Calls `view(request, cohort, ...)` for an instructor of the class or staff.

    Visitors are asked to log in and a learner of the class is refused (403). To everyone else the class does not exist
    (404), so that counting upwards through the addresses tells nothing.
    """

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, cohort_id: int, **arguments: Any) -> HttpResponse:
        cohort = Cohort.objects.filter(pk=cohort_id).first()
        if cohort is not None and may_teach(request.user, cohort):
            return view(request, cohort, **arguments)
        if cohort is not None and cohort.enrolments.filter(user=request.user).exists():
            raise PermissionDenied
        raise Http404

    return guarded
