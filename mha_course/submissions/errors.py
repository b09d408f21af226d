"""What can go wrong with submissions. A wrong program is none of these: it is a verdict.

SubmissionError
├── SubmissionRefused   the learner's or the site's limits: nothing was stored; worded in both languages
└── UnstorableReport    ours: the engine made a report that could never be read again
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

__all__ = ["MESSAGES", "SubmissionError", "SubmissionRefused", "UnstorableReport"]

MESSAGES = {
    "unknown_exercise": gettext_noop("There is no exercise called “%(exercise)s”."),
    "framework_not_offered": gettext_noop(
        "This exercise is not offered for %(framework)s. Choose one of: %(offered)s."
    ),
    "unknown_device": gettext_noop("“%(device)s” is not a device. Choose auto, cpu or cuda."),
    "numpy_needs_cpu": gettext_noop("NumPy runs on the CPU. Choose the CPU, or send a PyTorch solution."),
    "no_gpu_here": gettext_noop("This site has no GPU worker. Choose the CPU; the verdict is the same."),
    "empty": gettext_noop("The submission is empty. Write your solution first, then submit it."),
    "too_large": gettext_noop(
        "The submission has %(size_kib)s KiB; at most %(limit_kib)s KiB are taken. "
        "Send only the function itself, without stored arrays."
    ),
    "not_text": gettext_noop("The submission is not UTF-8 text. Save the file as UTF-8 and send it again."),
    "too_often": gettext_noop(
        "You have sent many submissions in a short time. You can send the next one in %(seconds)s seconds."
    ),
    "closed": gettext_noop(
        "This site takes no submissions at the moment. Your work is not lost: keep it and try later."
    ),
}
"""English message by id; `gettext` finds the Japanese one."""


class SubmissionError(Exception):
    """Base of everything that this app raises on purpose."""


class SubmissionRefused(SubmissionError):  # noqa: N818  # the caller's limits, not a fault
    """The submission was not stored. `message_id` is one of `MESSAGES`; `retry_after_seconds` is set for quotas."""

    def __init__(self, message_id: str, *, retry_after_seconds: int | None = None, **parameters: Any) -> None:
        super().__init__(message_id)
        self.message_id = message_id
        self.retry_after_seconds = retry_after_seconds
        self.parameters = parameters

    @property
    def text(self) -> str:
        """The message in the active language."""
        return _(MESSAGES[self.message_id]) % self.parameters

    def __str__(self) -> str:
        return self.text


class UnstorableReport(SubmissionError):  # noqa: N818  # named after what was found
    """A number in the report is not finite, or the points are outside the rubric."""
