"""Who belongs where, read only."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf

from mha_course.people.errors import UnknownJoinCodeError
from mha_course.people.models import Cohort, Enrolment, Role, User

__all__ = ["cohort_by_code", "cohorts_taught_by", "enrolments_of", "learners_of"]


def cohorts_taught_by(user: User) -> QuerySet[Cohort]:
    """The cohorts that `user` may run, newest first, each with `learner_count`. Staff may run all."""
    cohorts = Cohort.objects.annotate(learner_count=Count("enrolments", filter=Q(enrolments__role=Role.LEARNER)))
    if not user.is_staff:
        taught = Enrolment.objects.filter(user=user, role=Role.INSTRUCTOR).values("cohort")
        cohorts = cohorts.filter(pk__in=taught)
    return cohorts.order_by("-created_at", "-pk")


def learners_of(cohort: Cohort) -> QuerySet[User]:
    """The learners of `cohort` by the name that others see; instructors are not among them."""
    learners = User.objects.filter(enrolments__cohort=cohort, enrolments__role=Role.LEARNER)
    return learners.order_by(_shown_name(), "username")


def enrolments_of(cohort: Cohort) -> QuerySet[Enrolment]:
    """Everyone in `cohort` with their account: instructors first, then learners, each by name."""
    return cohort.enrolments.select_related("user").order_by("role", _shown_name("user__"), "user__username")


def cohort_by_code(code: str) -> Cohort:
    """The cohort with this join code, typed in any case and with any spaces around.

    Raises `UnknownJoinCodeError`.
    """
    try:
        return Cohort.objects.get(code=code.strip().lower())
    except Cohort.DoesNotExist as error:
        raise UnknownJoinCodeError(code) from error


def _shown_name(prefix: str = "") -> Coalesce:
    """What `str(user)` shows, as the database sorts it."""
    return Coalesce(NullIf(f"{prefix}display_name", Value("")), f"{prefix}username")
