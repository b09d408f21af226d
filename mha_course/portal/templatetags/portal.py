"""`{% load portal %}`: what the base page and the exercise page need to know about the site itself."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import NoReverseMatch, reverse

from grader.messages import message
from mha_course.people.models import User
from mha_course.people.permissions import may_open_dashboard
from mha_course.portal.language import reading_locale
from mha_course.portal.verdict import quiz_links

register = template.Library()

EDITOR_BUNDLE = "build/editor.js"


@register.simple_tag
def shows_dashboard(user: User | AnonymousUser | None) -> bool:
    """Whether the header leads to the dashboard. Error pages have no user."""
    return user is not None and may_open_dashboard(user)


@register.simple_tag
def editor_bundle_url() -> str:
    """Address of the built editor, or nothing where it has not been built: the page then keeps its text area."""
    is_built = finders.find(EDITOR_BUNDLE) is not None or staticfiles_storage.exists(EDITOR_BUNDLE)
    return staticfiles_storage.url(EDITOR_BUNDLE) if is_built else ""


@register.simple_tag
def quizzes_url() -> str:
    """Where the quizzes are listed: a page of their own, or their places in the course."""
    try:
        return reverse("portal:quizzes")
    except NoReverseMatch:
        return reverse("portal:course") + "#quizzes"


@register.filter
def verdict_label(verdict: str) -> str:
    """What a verdict is called, in the reader's language."""
    return message(f"verdict.{verdict}.label", reading_locale())


@register.simple_tag
def concept_name(concept: str) -> str:
    """What a concept is called, in the reader's language; nothing where it has no name for readers."""
    return quiz_links.concept_name(concept, reading_locale())
