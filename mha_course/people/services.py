"""Every change to cohorts and roles: keyword-only, one transaction each."""

from __future__ import annotations

from django.contrib.auth.models import Permission
from django.db import transaction

from mha_course.people.errors import LastInstructorError
from mha_course.people.models import Cohort, Enrolment, Role, User, make_cohort_code
from mha_course.people.permissions import COHORT_CREATION
from mha_course.people.selectors import cohort_by_code

__all__ = [
    "allow_cohorts",
    "create_cohort",
    "enrol",
    "join_cohort",
    "rename_cohort",
    "renew_code",
    "set_display_name",
    "set_role",
    "unenrol",
    "withdraw_cohorts",
]


@transaction.atomic
def create_cohort(*, name: str, instructor: User) -> Cohort:
    """Open a cohort with a fresh join code and `instructor` as its first instructor."""
    cohort = Cohort.objects.create(name=name.strip())
    enrol(user=instructor, cohort=cohort, role=Role.INSTRUCTOR)
    return cohort


@transaction.atomic
def rename_cohort(*, cohort: Cohort, name: str) -> Cohort:
    """Give `cohort` another name; its code and links stay."""
    cohort.name = name.strip()
    cohort.save(update_fields=["name"])
    return cohort


@transaction.atomic
def renew_code(*, cohort: Cohort) -> str:
    """Replace a join code that got around. Links with the old code stop working; nobody is removed."""
    cohort.code = make_cohort_code()
    cohort.save(update_fields=["code"])
    return cohort.code


@transaction.atomic
def enrol(*, user: User, cohort: Cohort, role: Role = Role.LEARNER) -> Enrolment:
    """Put `user` into `cohort`. Doing it again changes nothing, least of all an instructor's role."""
    enrolment, _is_new = Enrolment.objects.get_or_create(user=user, cohort=cohort, defaults={"role": role})
    return enrolment


@transaction.atomic
def join_cohort(*, user: User, code: str) -> Enrolment:
    """Enrol `user` as a learner of the cohort with this join code. Raises `UnknownJoinCodeError`."""
    return enrol(user=user, cohort=cohort_by_code(code))


@transaction.atomic
def set_role(*, enrolment: Enrolment, role: Role) -> Enrolment:
    """Make a member a learner or an instructor. Raises `LastInstructorError` where nobody would be left to teach."""
    if role != Role.INSTRUCTOR:
        _refuse_losing_last_instructor(enrolment)
    enrolment.role = role
    enrolment.save(update_fields=["role"])
    return enrolment


@transaction.atomic
def unenrol(*, enrolment: Enrolment) -> None:
    """Take a member out of a cohort; what they submitted stays theirs. Raises `LastInstructorError`."""
    _refuse_losing_last_instructor(enrolment)
    enrolment.delete()


@transaction.atomic
def allow_cohorts(*, user: User) -> None:
    """Let `user` open cohorts of their own: this is what makes an account an instructor's."""
    user.user_permissions.add(_cohort_creation())


@transaction.atomic
def withdraw_cohorts(*, user: User) -> None:
    """Take back what `allow_cohorts` gave. Cohorts that `user` already teaches stay theirs."""
    user.user_permissions.remove(_cohort_creation())


@transaction.atomic
def set_display_name(*, user: User, display_name: str) -> User:
    """Set the name that others see; empty falls back to the user name."""
    user.display_name = display_name.strip()
    user.save(update_fields=["display_name"])
    return user


def _cohort_creation() -> Permission:
    return Permission.objects.get(codename=COHORT_CREATION, content_type__app_label="people")


def _refuse_losing_last_instructor(enrolment: Enrolment) -> None:
    # The cohort's row is the lock: two instructors who demote each other at once are taken one after the other.
    cohort = Cohort.objects.select_for_update().get(pk=enrolment.cohort_id)
    others = cohort.enrolments.filter(role=Role.INSTRUCTOR).exclude(pk=enrolment.pk)
    is_instructor = cohort.enrolments.filter(pk=enrolment.pk, role=Role.INSTRUCTOR).exists()
    if is_instructor and not others.exists():
        raise LastInstructorError(cohort.name)
