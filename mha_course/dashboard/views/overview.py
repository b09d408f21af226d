"""The list of classes, and the one screen that shows how a class is doing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_http_methods

from mha_course.dashboard.access import dashboard_users_only, instructors_only
from mha_course.dashboard.export import csv_response, gradebook_table
from mha_course.dashboard.selectors.beliefs import beliefs
from mha_course.dashboard.selectors.gradebook import gradebook
from mha_course.dashboard.selectors.queue import queue_health
from mha_course.dashboard.selectors.quiz_results import item_analysis
from mha_course.dashboard.selectors.standing import concerns
from mha_course.people.forms import CohortForm
from mha_course.people.models import Cohort
from mha_course.people.permissions import may_create_cohorts
from mha_course.people.selectors import cohorts_taught_by, learners_of
from mha_course.people.services import create_cohort

__all__ = ["cohort", "gradebook_csv", "index", "queue"]


@dashboard_users_only
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """The classes that one teaches; whoever may, opens another one here."""
    may_create = may_create_cohorts(request.user)
    form = CohortForm(request.POST or None)
    if request.method == "POST":
        if not may_create:
            return render(request, "dashboard/may_not_create.html", status=403)
        if form.is_valid():
            opened = create_cohort(name=form.cleaned_data["name"], instructor=request.user)
            return redirect("dashboard:members", cohort_id=opened.pk)
    cohorts = cohorts_taught_by(request.user)
    return render(request, "dashboard/index.html", {"cohorts": cohorts, "form": form, "may_create": may_create})


@instructors_only
@require_GET
def cohort(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """Is anything stuck, who is behind, what does the class believe."""
    locale = get_language() or "en"
    learners = learners_of(cohort)
    book = gradebook(cohort, locale)
    context = {
        "cohort": cohort,
        "queues": queue_health(),
        "seen_at": timezone.now(),
        "book": book,
        "titles": {column.slug: column.title for column in (*book.columns, *book.quizzes)},
        "concerns": concerns(book),
        "beliefs": beliefs(learners, book, locale),
        "items": item_analysis(learners, book.quizzes),
    }
    return render(request, "dashboard/cohort.html", context)


@instructors_only
@require_GET
def queue(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """The queue panel alone, for the page that refreshes itself."""
    context = {"cohort": cohort, "queues": queue_health(), "seen_at": timezone.now()}
    response = render(request, "dashboard/_queue.html", context)
    response["Cache-Control"] = "no-store"
    return response


@instructors_only
@require_GET
def gradebook_csv(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """The gradebook for a spreadsheet."""
    book = gradebook(cohort, get_language() or "en")
    day = timezone.localdate().isoformat()
    return csv_response(
        gradebook_table(book),
        ascii_name=f"gradebook-{cohort.code}-{day}.csv",
        name=f"{cohort.name}-{day}.csv",
    )
