"""Quiz pages. They read the request and choose the answer; marking and storing are decided elsewhere."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from exercises import registry
from grader.quiz import ItemInstance, ItemResult, Kind, Quiz, mark
from mha_course.portal.language import reading_locale
from mha_course.portal.quiz_page import answer_view, question_view
from mha_course.quizzes import selectors, services
from mha_course.quizzes.catalogue import attempt_seed, find_quiz, item_instance
from mha_course.quizzes.errors import AttemptFinishedError, UnknownQuizError, UnreadableResponse
from mha_course.quizzes.models import QuizAttempt

__all__ = ["quiz", "quiz_item", "quiz_open", "quiz_result", "quizzes"]

PLACE_FIELD = "place-"
SEED_FIELD = "seed"
UNREADABLE_STATUS = 422


@login_required
@require_GET
def quizzes(request: HttpRequest) -> HttpResponse:
    """Every quiz and where the learner stands in it."""
    progress = selectors.quiz_progress(request.user)
    rows = [
        {
            "title": entry.quiz.title[reading_locale()],
            "summary": entry.quiz.summary[reading_locale()],
            "progress": entry,
        }
        for entry in progress.values()
    ]
    return render(request, "portal/quizzes.html", {"quizzes": rows})


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def quiz(request: HttpRequest, slug: str) -> HttpResponse:
    """What a quiz is about; a POST begins or resumes it at the first item without an answer."""
    found = _quiz_or_404(slug)
    if request.method == "POST":
        attempt = services.start(learner=request.user, quiz=slug)
        return redirect("portal:quiz_item", attempt.pk, _first_open_item(attempt, found))
    context = {
        "title": found.title[reading_locale()],
        "summary": found.summary[reading_locale()],
        "concepts": [concept.name[reading_locale()] for concept in found.concepts.values()],
        "progress": selectors.quiz_progress(request.user)[slug],
        "earlier": selectors.finished_attempts(request.user, slug),
        "slug": slug,
    }
    return render(request, "portal/quiz.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def quiz_open(request: HttpRequest, slug: str, item: str) -> HttpResponse:
    """One item by its address alone: below a verdict, in a lesson.

    Looking at it begins nothing. The numbers are those of the attempt that an answer to it will begin.
    """
    found = _quiz_or_404(slug)
    attempt = selectors.open_attempt(request.user, slug)
    seed = attempt.seed if attempt else attempt_seed(request.user, slug)
    instance = _instance_or_404(found, item, seed)
    # An attempt begun and closed elsewhere meanwhile has changed the numbers: the old ones are not marked against them.
    if request.method == "POST" and request.POST.get(SEED_FIELD) == str(seed):
        return _answered(request, services.start(learner=request.user, quiz=slug), item)
    if attempt is not None:
        return redirect("portal:quiz_item", attempt.pk, item)
    context = {
        "quiz_title": found.title[reading_locale()],
        "slug": slug,
        "concept": found.concepts[instance.item.concept].name[reading_locale()],
        "question": question_view(instance, reading_locale()),
        "seed": seed,
    }
    return render(request, "portal/quiz_item.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def quiz_item(request: HttpRequest, attempt_id: uuid.UUID, item: str) -> HttpResponse:
    """One item of an attempt: the question, or the reasons once it has an answer. A POST answers it."""
    attempt = _own_attempt(request, attempt_id)
    if request.method == "POST":
        return _answered(request, attempt, item)
    page = _page_or_404(attempt, item)
    if page.first is None and attempt.finished_at is not None:
        return redirect("portal:quiz_result", attempt.pk)
    shown = None if "again" in request.GET else page.first
    return _render_item(request, page, shown=shown)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def quiz_result(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """How an attempt went. A POST closes it."""
    attempt = _own_attempt(request, attempt_id)
    if request.method == "POST":
        services.finish(learner=request.user, attempt=attempt)
        return redirect("portal:quiz_result", attempt.pk)
    if attempt.finished_at is None:
        return redirect("portal:quiz_item", attempt.pk, _first_open_item(attempt, _quiz_or_404(attempt.quiz)))
    result = selectors.attempt_result(attempt)
    context = {
        "result": result,
        "title": result.quiz.title[reading_locale()],
        "concepts": [_concept_row(score) for score in result.concepts],
        "beliefs": [belief[reading_locale()] for belief in result.beliefs],
    }
    return render(request, "portal/quiz_result.html", context)


def _answered(request: HttpRequest, attempt: QuizAttempt, item: str) -> HttpResponse:
    """Store a first answer and show its reasons; show a later one without storing it."""
    page = _page_or_404(attempt, item)
    response = _response(request.POST, page.instance)
    if page.first is not None:
        later = mark(page.instance, response)
        if later.problem is None:
            return _render_item(request, page, shown=later)
        return _render_item(request, page, problem=UnreadableResponse(later.problem), given=response)
    try:
        services.answer(learner=request.user, attempt=attempt, item=item, response=response)
    except UnreadableResponse as problem:
        return _render_item(request, page, problem=problem, given=response)
    except AttemptFinishedError:
        return redirect("portal:quiz_result", attempt.pk)
    return redirect("portal:quiz_item", attempt.pk, item)


def _render_item(
    request: HttpRequest,
    page: selectors.AttemptPage,
    *,
    shown: ItemResult | None = None,
    problem: UnreadableResponse | None = None,
    given: Any = None,
) -> HttpResponse:
    locale = reading_locale()
    context = {
        "page": page,
        "quiz_title": page.quiz.title[locale],
        "slug": page.quiz.slug,
        "concept": page.concept.name[locale],
        "question": question_view(page.instance, locale, given=given),
        "answer": answer_view(page.quiz, page.instance, shown, locale) if shown else None,
        "is_later": shown is not None and shown is not page.first,
        "problem": problem,
    }
    status = UNREADABLE_STATUS if problem else 200
    return render(request, "portal/quiz_item.html", context, status=status)


def _response(form: QueryDict, instance: ItemInstance) -> Any:
    """What was sent, in the form that `grader.quiz.mark` reads for this kind."""
    match instance.item.kind:
        case Kind.SINGLE:
            return form.get("option")
        case Kind.MULTIPLE:
            return form.getlist("option")
        case Kind.ORDERING:
            places = [form.get(f"{PLACE_FIELD}{choice.id}") for choice in instance.choices]
            by_place = dict(zip(places, (choice.id for choice in instance.choices), strict=True))
            return [by_place.get(str(place)) for place in range(1, len(instance.choices) + 1)]
        case _:
            return form.get("entry", "")


def _concept_row(score: selectors.ConceptScore) -> dict[str, Any]:
    """A concept with what to take home, and the exercises in code that practise it."""
    practice = [exercise for exercise in registry.all_exercises() if exercise.concept == score.id]
    return {
        "score": score,
        "name": score.concept.name[reading_locale()],
        "summary": score.concept.summary[reading_locale()],
        "percent": int(100 * score.credit / score.items + 0.5),
        "exercises": [(exercise.slug, exercise.title[reading_locale()]) for exercise in practice],
    }


def _first_open_item(attempt: QuizAttempt, found: Quiz) -> str:
    """Where to go on; the last item when all have their answer, because that is where the attempt is closed."""
    answered = set(attempt.responses.values_list("item", flat=True))
    return next((item.id for item in found.items if item.id not in answered), found.items[-1].id)


def _own_attempt(request: HttpRequest, attempt_id: uuid.UUID) -> QuizAttempt:
    attempt = get_object_or_404(QuizAttempt, pk=attempt_id)
    if attempt.learner_id != request.user.pk:
        raise PermissionDenied
    return attempt


def _quiz_or_404(slug: str) -> Quiz:
    try:
        return find_quiz(slug)
    except UnknownQuizError as error:
        raise Http404(str(error)) from error


def _instance_or_404(found: Quiz, item: str, seed: int) -> ItemInstance:
    try:
        return item_instance(found, item, seed)
    except UnknownQuizError as error:
        raise Http404(str(error)) from error


def _page_or_404(attempt: QuizAttempt, item: str) -> selectors.AttemptPage:
    try:
        return selectors.attempt_page(attempt, item)
    except UnknownQuizError as error:
        raise Http404(str(error)) from error
