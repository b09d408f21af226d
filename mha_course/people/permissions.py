"""Who may do what with whom. Every rule about roles is written here and nowhere else."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from mha_course.people.models import Cohort, Enrolment, Role, User

__all__ = ["COHORT_CREATION", "may_create_cohorts", "may_open_dashboard", "may_teach", "teaches_learner"]

Visitor = User | AnonymousUser

COHORT_CREATION = "add_cohort"
"""Codename of the permission that makes an account an instructor who may open cohorts of their own."""


def may_create_cohorts(user: Visitor) -> bool:
    """Whether `user` may open a new cohort: staff, and those to whom `services.allow_cohorts` gave it."""
    return user.is_active and (user.is_staff or user.has_perm(f"people.{COHORT_CREATION}"))


def may_teach(user: Visitor, cohort: Cohort) -> bool:
    """Whether `user` may see and run `cohort`: its instructors, and staff. One query at most."""
    if not user.is_authenticated or not user.is_active:
        return False
    return user.is_staff or Enrolment.objects.filter(cohort=cohort, user=user, role=Role.INSTRUCTOR).exists()


def may_open_dashboard(user: Visitor) -> bool:
    """Whether the dashboard has anything for `user`: a cohort to teach, or the right to open one."""
    if not user.is_authenticated or not user.is_active:
        return False
    return may_create_cohorts(user) or Enrolment.objects.filter(user=user, role=Role.INSTRUCTOR).exists()


def teaches_learner(user: Visitor, learner: User) -> bool:
    """Whether `user` is staff or an instructor of a cohort in which `learner` is enrolled. One query at most."""
    if not user.is_authenticated or not user.is_active:
        return False
    if user.is_staff:
        return True
    taught = Enrolment.objects.filter(user=user, role=Role.INSTRUCTOR).values("cohort")
    return Enrolment.objects.filter(user=learner, cohort__in=taught, role=Role.LEARNER).exists()
