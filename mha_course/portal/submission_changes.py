"""What may be done to a submission after it was sent: take it back, grade it again. Both lead back to its page."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grader.errors import UsageError
from mha_course.people.models import User
from mha_course.submissions import services
from mha_course.submissions.models import Submission
from mha_course.submissions.permissions import may_cancel, may_regrade

__all__ = ["cancel", "regrade"]

View = Callable[[HttpRequest, Submission], HttpResponse]


def _for_those_who(may: Callable[[User, Submission], bool]) -> Callable[[View], Callable[..., HttpResponse]]:
    """Calls `view(request, submission)` for whoever `may`; visitors are asked to log in, others are refused (403)."""

    def guard(view: View) -> Callable[..., HttpResponse]:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
            found = get_object_or_404(Submission.objects.select_related("learner"), pk=submission_id)
            if not may(request.user, found):
                raise PermissionDenied
            return view(request, found)

        return guarded

    return guard


@_for_those_who(may_cancel)
@require_POST
def cancel(request: HttpRequest, submission: Submission) -> HttpResponse:
    """Takes back one's own submission, unless its verdict came first."""
    if not services.cancel(submission=submission):
        messages.info(request, _("There was nothing left to cancel: the submission is no longer waiting."))
    return redirect("portal:submission", submission.pk)


@_for_those_who(may_regrade)
@require_POST
def regrade(request: HttpRequest, submission: Submission) -> HttpResponse:
    """Has a submission graded again, with fresh hidden cases."""
    try:
        services.regrade(submissions=[submission])
    except UsageError:
        messages.error(request, _("This exercise is no longer part of the course, so nothing can be graded again."))
    return redirect("portal:submission", submission.pk)
