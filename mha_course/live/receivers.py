"""Passes every committed change of a run on to whoever watches it."""

from __future__ import annotations

import uuid
from typing import Any

from django.dispatch import receiver

from mha_course.live.channel import publish
from mha_course.submissions.signals import run_changed


@receiver(run_changed, dispatch_uid="live.publish")
def publish_change(*, run_id: uuid.UUID, **_sent: Any) -> None:
    publish(run_id)
