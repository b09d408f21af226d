"""What a learner sent, and each judgement of it, as separate rows: a regrade never overwrites history."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Submission(models.Model):
    """What was sent. Immutable once stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="submissions")
    exercise = models.SlugField(max_length=64)
    framework = models.CharField(max_length=8)
    device = models.CharField(max_length=8)
    source = models.TextField()
    is_visible_only = models.BooleanField(default=False)
    received_at = models.DateTimeField(auto_now_add=True)
    """Set when the server accepted it; lateness is judged by this, never by when it was graded."""

    class Meta:
        ordering = ["-received_at"]
        indexes = [models.Index(fields=["learner", "exercise", "-received_at"])]

    def __str__(self) -> str:
        return f"{self.exercise} · {self.learner} · {self.received_at:%Y-%m-%d %H:%M}"


class RunState(models.TextChoices):
    """The last four are final; only `graded` can cost an attempt."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    GRADED = "graded", _("graded")
    FAILED = "failed", _("failed")
    SUPERSEDED = "superseded", _("superseded")
    CANCELLED = "cancelled", _("cancelled")


FINAL_STATES = frozenset({RunState.GRADED, RunState.FAILED, RunState.SUPERSEDED, RunState.CANCELLED})


class GradingRun(models.Model):
    """One judgement of one submission. Only `runs` changes it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="runs")
    state = models.CharField(max_length=12, choices=RunState.choices, default=RunState.QUEUED)
    queue = models.CharField(max_length=16)
    is_regrade = models.BooleanField(default=False)
    """Whether an instructor asked for it, rather than the learner by submitting."""
    exercise_digest = models.CharField(max_length=64)
    seed = models.BigIntegerField()
    """Seeds the hidden cases. Private: it is in no payload that a learner can read."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often a worker claimed it; a worker that died counts."""
    claim_token = models.UUIDField(null=True, blank=True)
    """Who may finish it. A worker whose lease ran out holds a stale token and changes nothing."""
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(auto_now_add=True)
    enqueued_at = models.DateTimeField(null=True, blank=True)
    """When the broker last took it; None while no broker has."""
    sends = models.PositiveSmallIntegerField(default=0)
    """How many messages the broker took for it since it last began to wait."""
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    verdict = models.CharField(max_length=24, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    max_points = models.PositiveSmallIntegerField(null=True, blank=True)
    uses_attempt = models.BooleanField(default=False)
    report = models.JSONField(null=True, blank=True)
    """Version 1 of the report: ids and parameters, worded when it is read."""
    failure = models.TextField(blank=True)
    """For operators: why grading itself failed."""

    class Meta:
        ordering = ["-queued_at"]
        indexes = [
            models.Index(fields=["state", "lease_expires_at"]),
            models.Index(fields=["submission", "-queued_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id} · {self.state}"

    @property
    def is_final(self) -> bool:
        return self.state in FINAL_STATES


class DiagnosedMisconception(models.Model):
    """One misconception that one graded run named; written with the report, read by the dashboard's counts."""

    run = models.ForeignKey(GradingRun, on_delete=models.CASCADE, related_name="misconceptions")
    misconception = models.SlugField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "misconception"], name="one_row_for_each_misconception")]
        indexes = [models.Index(fields=["misconception"])]

    def __str__(self) -> str:
        return self.misconception
