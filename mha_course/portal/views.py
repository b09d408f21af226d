"""Pages for learners. They read the request and choose the answer; what is stored and found is decided elsewhere."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from exercises import registry
from grader.errors import UsageError
from grader.model import Exercise
from mha_course.portal.course_page import build_course_page
from mha_course.portal.exercise_page import ExercisePage, build_exercise_page, workbench_words
from mha_course.portal.form_bytes import is_utf8_form, keeps_form_bytes
from mha_course.portal.language import reading_locale
from mha_course.portal.verdict.page import VerdictPage, build_verdict_page
from mha_course.submissions import selectors, services
from mha_course.submissions.errors import SubmissionRefused
from mha_course.submissions.models import Submission
from mha_course.submissions.permissions import may_read, may_regrade

__all__ = ["bad_request", "course", "exercise", "history", "submission", "verdict"]

REFUSAL_STATUS = {"too_often": 429, "too_large": 413, "closed": 503}
"""HTTP status by the refusal's message; 400 for the rest."""
HISTORY_LENGTH = 50
"""How many of one's own submissions the exercise page lists."""


@require_GET
def course(request: HttpRequest) -> HttpResponse:
    """The path through the course; visitors see it too."""
    learner = request.user if request.user.is_authenticated else None
    return render(request, "portal/course.html", {"course": build_course_page(learner, reading_locale())})


@require_http_methods(["GET", "POST"])
@keeps_form_bytes
def exercise(request: HttpRequest, slug: str) -> HttpResponse:
    """An exercise; a POST submits to it. Visitors may read, and are asked to log in before they submit."""
    chosen = _exercise_or_404(slug)
    if request.method == "POST":
        return _submit(request, chosen)
    opened = _opened(request, slug)
    page = build_exercise_page(chosen, reading_locale(), framework=request.GET.get("framework", ""), opened=opened)
    return _render_exercise(request, page, status=200)


@login_required
@require_GET
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of one's own submissions to an exercise, as a fragment."""
    chosen = _exercise_or_404(slug)
    return render(request, "portal/history.html", {"slug": chosen.slug, **_history(request, chosen.slug)})


@login_required
@require_GET
@never_cache
def submission(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """One submission with its source and verdict, for whoever may read it."""
    page = _verdict_page(request, submission_id)
    title = page.exercise.title[reading_locale()] if page.exercise else page.submission.exercise
    may_grade_again = page.may_be_regraded and may_regrade(request.user, page.submission)
    context = {"verdict": page, "title": title, "may_regrade": may_grade_again}
    return render(request, "portal/submission.html", context)


@login_required
@require_GET
@never_cache
def verdict(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The verdict alone, as a fragment for the live page."""
    page = _verdict_page(request, submission_id)
    return render(request, "portal/verdict.html", {"verdict": page})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django would not read. A body beyond its limit is 413, like a source beyond the exercise's."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)  # so early that there is no reader yet, and no language


def _submit(request: HttpRequest, chosen: Exercise) -> HttpResponse:
    is_json = request.accepts("application/json") and not request.accepts("text/html")
    if not request.user.is_authenticated:
        return _log_in_first(request, is_json=is_json)
    try:
        if not is_utf8_form(request):
            raise SubmissionRefused("not_text")
        sent = services.submit(
            learner=request.user,
            exercise=chosen.slug,
            framework=request.POST.get("framework") or None,
            device=request.POST.get("device") or "auto",
            source=request.POST.get("source", "").replace("\r\n", "\n"),
            visible_only="visible_only" in request.POST,
        )
    except SubmissionRefused as refusal:
        return _refused(request, chosen, refusal, is_json=is_json)
    if not is_json:
        return redirect("portal:submission", sent.pk)
    addresses = {
        "id": str(sent.pk),
        "url": reverse("portal:submission", args=[sent.pk]),
        "verdict_url": reverse("portal:verdict", args=[sent.pk]),
        "events_url": reverse("live:events", args=[sent.pk]),
    }
    return JsonResponse(addresses, status=201)


def _log_in_first(request: HttpRequest, *, is_json: bool) -> HttpResponse:
    login_url = f"{reverse('account_login')}?next={request.path}"
    if not is_json:
        return redirect(login_url)
    message = _("Log in to submit. What you have written stays in this browser.")
    return JsonResponse({"message": message, "login_url": login_url}, status=401)


def _refused(request: HttpRequest, chosen: Exercise, refusal: SubmissionRefused, *, is_json: bool) -> HttpResponse:
    status = REFUSAL_STATUS.get(refusal.message_id, 400)
    if is_json:
        response: HttpResponse = JsonResponse({"message": refusal.text}, status=status)
    else:
        page = build_exercise_page(chosen, reading_locale(), framework=request.POST.get("framework", ""))
        # Without scripts there is no draft: what was sent goes back into the text area, or it would be lost.
        sent = {"refusal": refusal.text, "sent_source": request.POST.get("source", "")}
        response = _render_exercise(request, page, status=status, **sent)
    if refusal.retry_after_seconds is not None:
        response["Retry-After"] = str(refusal.retry_after_seconds)
    return response


def _render_exercise(request: HttpRequest, page: ExercisePage, *, status: int, **more: str) -> HttpResponse:
    slug = page.exercise.slug
    context = {"page": page, "slug": slug, "words": workbench_words(), **_history(request, slug), **more}
    return render(request, "portal/exercise.html", context, status=status)


def _history(request: HttpRequest, slug: str) -> dict[str, Any]:
    if not request.user.is_authenticated:
        return {}
    return {
        "history": selectors.history(request.user, slug)[:HISTORY_LENGTH],
        "attempts": selectors.attempts_used(request.user, slug),
    }


def _opened(request: HttpRequest, slug: str) -> VerdictPage | None:
    """The submission that `?submission=` asks to open; the learner's own or one that they may read."""
    asked = request.GET.get("submission")
    if not asked or not request.user.is_authenticated:
        return None
    try:
        submission_id = uuid.UUID(asked)
    except ValueError as error:
        raise Http404 from error
    page = _verdict_page(request, submission_id)
    if page.submission.exercise != slug:
        raise Http404
    return page


def _verdict_page(request: HttpRequest, submission_id: uuid.UUID) -> VerdictPage:
    found = get_object_or_404(Submission.objects.select_related("learner"), pk=submission_id)
    if not may_read(request.user, found):
        raise PermissionDenied
    return build_verdict_page(found, request.user, reading_locale())


def _exercise_or_404(slug: str) -> Exercise:
    try:
        return registry.get(slug)
    except UsageError as error:
        raise Http404 from error
