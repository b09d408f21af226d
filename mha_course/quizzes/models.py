"""One learner's pass through a quiz, and each answer in it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class QuizAttempt(models.Model):
    """A pass through one quiz. `seed` fixes the numbers of its items, so that a reload shows the same ones."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="quiz_attempts")
    quiz = models.SlugField(max_length=64)
    seed = models.BigIntegerField()
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "quiz"],
                condition=models.Q(finished_at__isnull=True),
                name="one_open_attempt_for_each_quiz",
            )
        ]

    def __str__(self) -> str:
        return f"{self.quiz} · {self.learner}"


class QuizResponse(models.Model):
    """The first answer to one item of one attempt; later answers to the same item do not replace it."""

    attempt = models.ForeignKey(QuizAttempt, on_delete=models.CASCADE, related_name="responses")
    item = models.SlugField(max_length=64)
    response = models.JSONField()
    is_correct = models.BooleanField()
    share = models.FloatField()
    """Credit between 0 and 1."""
    concept = models.SlugField(max_length=64)
    misconceptions = models.JSONField(default=list)
    """Ids of the misbeliefs that the chosen options stand for."""
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["attempt", "item"], name="one_response_for_each_item")]

    def __str__(self) -> str:
        return self.item
