"""What a reader of a page sees."""

from __future__ import annotations

import re
from html import unescape

__all__ = ["text_of"]


def text_of(response) -> str:
    """The words of a page: no tags, one space between words."""
    html = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))
