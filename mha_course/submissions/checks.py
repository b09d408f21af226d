"""Settings that would lose or repeat work are refused when the site starts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks


@checks.register("submissions")
def check_grading_times(app_configs: Any, **_options: Any) -> list[checks.CheckMessage]:
    """Each waiting time must be longer than what it waits for."""
    rules = (
        (
            "E001",
            settings.VISIBILITY_TIMEOUT_SECONDS > settings.GRADING_HARD_LIMIT_SECONDS,
            "VISIBILITY_TIMEOUT_SECONDS must exceed GRADING_HARD_LIMIT_SECONDS",
            "Otherwise the broker gives a message to a second worker while the first still works on it.",
        ),
        (
            "E002",
            settings.GRADING_HARD_LIMIT_SECONDS > settings.GRADING_LEASE_SECONDS,
            "GRADING_HARD_LIMIT_SECONDS must exceed GRADING_LEASE_SECONDS",
            "Otherwise workers are killed while they still may finish their run.",
        ),
        (
            "E003",
            settings.GRADING_MAX_TRIES >= 1,
            "GRADING_MAX_TRIES must be at least 1",
            "Otherwise nothing is ever graded.",
        ),
        (
            "E004",
            settings.SWEEP_SECONDS > 0 and settings.GRADING_LEASE_SECONDS > 0,
            "SWEEP_SECONDS and GRADING_LEASE_SECONDS must be above 0",
            "Set them to seconds, for example 5 and 30.",
        ),
    )
    return [
        checks.Error(message, hint=hint, id=f"submissions.{number}")
        for number, holds, message, hint in rules
        if not holds
    ]


@checks.register("submissions")
def check_gpu_worker(app_configs: Any, **_options: Any) -> list[checks.CheckMessage]:
    """Learners must not be offered a device on which every submission would be refused."""
    if not settings.HAS_GPU_WORKER:
        return []
    hint = "Unset HAS_GPU_WORKER; PyTorch exercises run on the CPU."
    return [checks.Error("The sandbox cannot contain CUDA programs yet", hint=hint, id="submissions.E005")]
