"""Joining a class, and one's own name and language."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mha_course.people import services
from mha_course.people.errors import UnknownJoinCodeError
from mha_course.people.forms import JoinForm, ProfileForm
from mha_course.people.models import Enrolment
from mha_course.people.selectors import cohort_by_code

__all__ = ["enter_code", "join", "profile"]


@login_required
@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """A code typed by hand leads to the page of its class."""
    form = JoinForm(request.POST or None)
    if form.is_valid():
        return redirect("people:join", code=form.cleaned_data["code"])
    return render(request, "people/enter_code.html", {"form": form})


@login_required
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Shows which class the link leads to; only the button joins it, so that no link enrols by being followed."""
    try:
        cohort = cohort_by_code(code)
    except UnknownJoinCodeError:
        return render(request, "people/unknown_code.html", {"form": JoinForm()}, status=404)
    if request.method == "POST":
        services.join_cohort(user=request.user, code=cohort.code)
        messages.success(request, _("You are in: %(cohort)s.") % {"cohort": cohort.name})
        return redirect("portal:course")
    enrolment = Enrolment.objects.filter(user=request.user, cohort=cohort).first()
    return render(request, "people/join.html", {"cohort": cohort, "enrolment": enrolment})


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """The name that others see, the language, and the classes one is in."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        services.set_display_name(user=request.user, display_name=form.cleaned_data["display_name"])
        messages.success(request, _("Saved."))
        return redirect("people:profile")
    enrolments = request.user.enrolments.select_related("cohort").order_by("-created_at")
    return render(request, "people/profile.html", {"form": form, "enrolments": enrolments})
