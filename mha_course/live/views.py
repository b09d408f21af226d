"""One view: what happens to a submission, as it happens."""

from __future__ import annotations

import uuid

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseNotFound, StreamingHttpResponse
from django.views.decorators.http import require_GET

from mha_course.live.stream import states
from mha_course.people.models import User
from mha_course.submissions.models import Submission
from mha_course.submissions.permissions import may_read
from mha_course.submissions.selectors import latest_run

__all__ = ["events"]


@require_GET
async def events(request: HttpRequest, submission_id: uuid.UUID) -> StreamingHttpResponse | HttpResponseNotFound:
    """Server-sent events, described in `live.stream`. 404 for a submission that is not there or not this reader's."""
    run_id = await _readable_run(await request.auser(), submission_id)
    if run_id is None:
        return HttpResponseNotFound()  # bare: no one reads a page here, and rendering one would ask for the user again
    response = StreamingHttpResponse(states(submission_id, run_id), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # nginx would hold events back until its buffer is full
    return response


@sync_to_async
def _readable_run(user: User | AnonymousUser, submission_id: uuid.UUID) -> uuid.UUID | None:
    submission = Submission.objects.select_related("learner").filter(pk=submission_id).first()
    if submission is None or not may_read(user, submission):
        return None
    run = latest_run(submission)
    return run.pk if run else None
