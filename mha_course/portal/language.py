"""The reader's language, as the engine's texts know it."""

from __future__ import annotations

from django.utils.translation import get_language

from grader.model import Locale

__all__ = ["reading_locale"]


def reading_locale() -> Locale:
    """ "ja" for any Japanese, else "en"."""
    return "ja" if (get_language() or "").startswith("ja") else "en"
