"""How the dashboard words verdicts, marks and waits."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from grader.messages import message
from grader.verdicts import Verdict

__all__ = ["register"]

register = template.Library()

_SIGNS = {"accepted": "✓", "partial": "◐", "wrong": "✗", "waiting": "…", "failed": "!", "withdrawn": "–", "none": "·"}
"""Shapes that differ without colour."""


@register.filter
def verdict_label(verdict: Verdict | str) -> str:
    """A verdict in the reader's language."""
    return message(f"verdict.{verdict}.label", get_language() or "en")


@register.filter
def with_code(text: str) -> SafeString:
    """A misconception's text, with what stands between backquotes set as code; all else is escaped."""
    return SafeString(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


@register.filter
def mark_sign(mark: str) -> str:
    """The sign of a mark; decoration beside `mark_word`, never alone."""
    return _SIGNS[mark]


@register.filter
def mark_word(mark: str) -> str:
    """What a mark without a verdict means."""
    return {
        "waiting": _("waiting for a worker"),
        "failed": _("grading failed"),
        "withdrawn": _("replaced or taken back before grading"),
        "none": _("nothing submitted"),
        "accepted": _("accepted"),
        "partial": _("partly right"),
        "wrong": _("not yet right"),
    }[mark]


@register.filter
def queue_word(mark: str) -> str:
    """The state of a queue in one or two words."""
    return {
        "stuck": pgettext("queue", "Stuck"),
        "failing": pgettext("queue", "Working, with failures"),
        "busy": pgettext("queue", "Working"),
        "idle": pgettext("queue", "Nothing waits"),
    }[mark]


@register.filter
def queue_name(name: str) -> str:
    """What a queue is for."""
    names = {"grade.cpu": _("Submissions (CPU)"), "grade.gpu": _("Submissions (GPU)"), "regrade": _("Regrades")}
    return names.get(name, name)


@register.filter
def duration(seconds: float | None) -> str:
    """Whole seconds below two minutes, then minutes, hours and days; empty for None."""
    if seconds is None:
        return ""
    whole = int(seconds)
    if whole < 120:
        return ngettext("%(count)d second", "%(count)d seconds", whole) % {"count": whole}
    if whole < 2 * 3600:
        return ngettext("%(count)d minute", "%(count)d minutes", whole // 60) % {"count": whole // 60}
    if whole < 2 * 86400:
        return ngettext("%(count)d hour", "%(count)d hours", whole // 3600) % {"count": whole // 3600}
    return ngettext("%(count)d day", "%(count)d days", whole // 86400) % {"count": whole // 86400}


@register.filter
def short_duration(seconds: float | None) -> str:
    """Seconds to two digits below ten, else as `duration`; a dash for None."""
    if seconds is None:
        return "–"
    if seconds >= 10:
        return duration(seconds)
    return _("%(seconds)s seconds") % {"seconds": f"{seconds:.2f}" if seconds < 1 else f"{seconds:.1f}"}


@register.filter
def title_of(titles: dict[str, str], slug: str) -> str:
    """The title of an exercise or quiz; the slug itself where the course no longer has it."""
    return titles.get(slug, slug)


@register.filter
def share_of(part: int, whole: int) -> int:
    """`part` of `whole` in percent, 0 to 100."""
    return round(100 * part / whole) if whole else 0
