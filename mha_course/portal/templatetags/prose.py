"""`{% load prose %}`: Markdown, code and axis names in templates."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from mha_course.portal import axes
from mha_course.portal import prose as rendering

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    """A passage of Markdown as block HTML."""
    return rendering.prose(str(text))


@register.filter
def markdown_inline(text: str) -> SafeString:
    """A short passage of Markdown without a paragraph around it: an option, a heading, a label."""
    return rendering.prose_inline(str(text))


@register.filter
def python(code: str) -> SafeString:
    """Python source as highlighted spans, to stand in `<pre class="code"><code>`."""
    return rendering.highlighted(str(code))


@register.filter
def axis(name: str) -> SafeString:
    """An axis name in its colour."""
    return format_html('<span class="{}">{}</span>', axes.axis_class(name), name)


@register.filter
def axis_class(name: str) -> str:
    """The CSS classes of an axis, for an element that shows its name by other means."""
    return axes.axis_class(name)
