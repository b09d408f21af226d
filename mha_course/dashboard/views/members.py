"""Who is in a class, with which role, and how others join."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from mha_course.dashboard.access import instructors_only
from mha_course.dashboard.forms import RoleForm
from mha_course.people import services
from mha_course.people.errors import LastInstructorError
from mha_course.people.forms import CohortForm
from mha_course.people.models import Cohort, Role
from mha_course.people.selectors import enrolments_of

__all__ = ["change_role", "members", "remove", "rename", "renew_code"]


@instructors_only
@require_GET
def members(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """The join code and link, and everyone in the class."""
    return _page(request, cohort, CohortForm(instance=cohort))


@instructors_only
@require_POST
def rename(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """Another name for the class."""
    form = CohortForm(request.POST)
    if not form.is_valid():
        return _page(request, cohort, form)
    services.rename_cohort(cohort=cohort, name=form.cleaned_data["name"])
    messages.success(request, _("Saved."))
    return redirect("dashboard:members", cohort_id=cohort.pk)


@instructors_only
@require_POST
def renew_code(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """A fresh join code in place of one that got around."""
    services.renew_code(cohort=cohort)
    messages.success(request, _("There is a new join code. The old one no longer works."))
    return redirect("dashboard:members", cohort_id=cohort.pk)


@instructors_only
@require_POST
def change_role(request: HttpRequest, cohort: Cohort, enrolment_id: int) -> HttpResponse:
    """Makes a member a learner or an instructor."""
    enrolment = get_object_or_404(cohort.enrolments.select_related("user"), pk=enrolment_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest(_("There is no such role."))
    try:
        services.set_role(enrolment=enrolment, role=Role(form.cleaned_data["role"]))
    except LastInstructorError:
        _say_last_instructor(request)
    else:
        messages.success(
            request, _("%(person)s: %(role)s.") % {"person": enrolment.user, "role": enrolment.get_role_display()}
        )
    return _back(request, cohort)


@instructors_only
@require_POST
def remove(request: HttpRequest, cohort: Cohort, enrolment_id: int) -> HttpResponse:
    """Takes a member out of the class; what they submitted stays theirs."""
    enrolment = get_object_or_404(cohort.enrolments.select_related("user"), pk=enrolment_id)
    try:
        services.unenrol(enrolment=enrolment)
    except LastInstructorError:
        _say_last_instructor(request)
    else:
        messages.success(request, _("%(person)s is no longer in this class.") % {"person": enrolment.user})
    return _back(request, cohort)


def _page(request: HttpRequest, cohort: Cohort, form: CohortForm) -> HttpResponse:
    context = {
        "cohort": cohort,
        "form": form,
        "join_url": request.build_absolute_uri(reverse("people:join", args=[cohort.code])),
        "enrolments": enrolments_of(cohort),
    }
    return render(request, "dashboard/members.html", context)


def _say_last_instructor(request: HttpRequest) -> None:
    messages.error(request, _("A class keeps at least one instructor. Make somebody else an instructor first."))


def _back(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """To the members, or to the list of classes for whoever has just left this one."""
    is_still_in = request.user.is_staff or cohort.enrolments.filter(user=request.user, role=Role.INSTRUCTOR).exists()
    return redirect("dashboard:members", cohort_id=cohort.pk) if is_still_in else redirect("dashboard:index")
