"""Who may read and regrade a submission."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from mha_course.people.models import User
from mha_course.people.permissions import teaches_learner
from mha_course.submissions.models import Submission

__all__ = ["may_cancel", "may_read", "may_regrade"]


def may_read(user: User | AnonymousUser, submission: Submission) -> bool:
    """The learner who sent it, instructors of a cohort of that learner, and staff."""
    return _sent(user, submission) or teaches_learner(user, submission.learner)


def may_cancel(user: User | AnonymousUser, submission: Submission) -> bool:
    """Only who sent it."""
    return _sent(user, submission)


def may_regrade(user: User | AnonymousUser, submission: Submission) -> bool:
    """Instructors of a cohort of the learner, and staff; a learner sends anew instead."""
    return teaches_learner(user, submission.learner)


def _sent(user: User | AnonymousUser, submission: Submission) -> bool:
    return user.is_authenticated and user.is_active and submission.learner_id == user.pk
