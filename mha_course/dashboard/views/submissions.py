"""What learners sent: one learner's page, and the class's submissions filtered."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from mha_course.dashboard.access import instructors_only
from mha_course.dashboard.forms import FilterForm
from mha_course.dashboard.selectors.catalogue import exercise_columns, misconception_texts
from mha_course.dashboard.selectors.gradebook import gradebook
from mha_course.dashboard.selectors.records import (
    Filters,
    recorded_submissions,
    records,
    seen_misconceptions,
)
from mha_course.people.models import Cohort
from mha_course.people.selectors import learners_of

__all__ = ["learner", "submissions"]

_PAGE_LENGTH = 50


@instructors_only
@require_GET
def learner(request: HttpRequest, cohort: Cohort, learner_id: int) -> HttpResponse:
    """One learner: where they are, then everything they sent, newest first."""
    locale = get_language() or "en"
    book = gradebook(cohort, locale)
    row = next((row for row in book.rows if row.learner.pk == learner_id), None)
    if row is None:
        raise Http404
    chosen = request.GET.get("exercise", "")
    context = {
        "cohort": cohort,
        "row": row,
        "columns": book.columns,
        "quizzes": book.quizzes,
        "quiz_titles": {quiz.slug: quiz.title for quiz in book.quizzes},
        "chosen_exercise": chosen,
        **_listing(request, cohort, Filters(learner=learner_id, exercise=chosen), locale),
    }
    return render(request, "dashboard/learner.html", context)


@instructors_only
@require_GET
def submissions(request: HttpRequest, cohort: Cohort) -> HttpResponse:
    """The class's submissions by learner, exercise, verdict and misconception."""
    locale = get_language() or "en"
    learners = learners_of(cohort)
    form = FilterForm(
        request.GET,
        learners=learners,
        exercises=exercise_columns(locale),
        misconceptions=seen_misconceptions(learners),
    )
    filters = form.filters()
    context = {
        "cohort": cohort,
        "form": form,
        "misconception_text": misconception_texts(locale).get(filters.misconception, ""),
        **_listing(request, cohort, filters, locale),
    }
    return render(request, "dashboard/submissions.html", context)


def _listing(request: HttpRequest, cohort: Cohort, filters: Filters, locale: str) -> dict[str, object]:
    page = Paginator(recorded_submissions(cohort, filters), _PAGE_LENGTH).get_page(request.GET.get("page"))
    kept = [(name, value) for name, value in request.GET.items() if name != "page" and value]
    return {
        "page": page,
        "records": records(list(page.object_list)),
        "query": urlencode(kept),
        "titles": {column.slug: column.title for column in exercise_columns(locale)},
    }
