"""Cleans text that learner code chose, so that it can be stored, and shown without repainting page or terminal."""

from __future__ import annotations

import re

__all__ = ["clean_line", "clean_text"]

# Control characters (NUL cannot be stored, ESC commands a terminal), lone surrogates, and marks that reverse direction.
_UNSAFE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_LINE_ENDS = re.compile(r"[\t\n\r\u2028\u2029]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def clean_text(text: str) -> str:
    """`text` with tabs and line ends as they are, and each unsafe character replaced by one that says so."""
    return _UNSAFE.sub(_REPLACEMENT, text)


def clean_line(text: str) -> str:
    """The same for a name: what is unsafe, or would begin another line, is left out."""
    return _LINE_ENDS.sub("", _UNSAFE.sub("", text))
