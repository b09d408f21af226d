"""Who uses the course, and in which cohort."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

_CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads like something else on a blackboard


def make_cohort_code() -> str:
    """A join code of eight characters that can be read out loud."""
    return "".join(secrets.choice(_CODE_ALPHABET) for _index in range(8))


class User(AbstractUser):
    """An account. `display_name` is what others in the cohort see; names are one field, as in Japan and elsewhere."""

    display_name = models.CharField(_("name"), max_length=120, blank=True)

    def __str__(self) -> str:
        return self.display_name or self.username


class Cohort(models.Model):
    """A class that works through the course together."""

    name = models.CharField(max_length=120)
    code = models.CharField(max_length=16, unique=True, default=make_cohort_code)
    created_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(User, through="Enrolment", related_name="cohorts")

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    LEARNER = "learner", _("learner")
    INSTRUCTOR = "instructor", _("instructor")


class Enrolment(models.Model):
    """One person's place in one cohort."""

    cohort = models.ForeignKey(Cohort, on_delete=models.CASCADE, related_name="enrolments")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="enrolments")
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.LEARNER)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cohort", "user"], name="one_enrolment_for_each_cohort")]

    def __str__(self) -> str:
        return f"{self.user} · {self.cohort} · {self.role}"
