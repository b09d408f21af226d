"""Axes have one name and one colour everywhere: in statements, shape ladders, heat maps and quiz items.

The hues themselves live in `static/css/site.css` as `--axis-…`; here is only which name wears which class.
The name always stands beside the colour.
"""

from __future__ import annotations

import re

from django.utils.html import escape

__all__ = ["AXIS_CLASSES", "axis_class", "colour_axis_names", "colour_axis_names_in_text"]

AXIS_CLASSES = {
    "batch": "axis-batch",
    "num_heads": "axis-heads",
    "num_kv_heads": "axis-heads",
    "seq_len": "axis-target",
    "tgt_len": "axis-target",
    "new_len": "axis-target",
    "src_len": "axis-source",
    "past_len": "axis-source",
    "d_k": "axis-key",
    "d_v": "axis-value",
    "d_model": "axis-model",
}

_AXIS_NAME = re.compile(r"(?<![\w.])(" + "|".join(sorted(AXIS_CLASSES, key=len, reverse=True)) + r")(?!\w)", re.ASCII)
"""Only ASCII letters continue a name: in Japanese a particle follows it without a gap."""

_NAMES = "|".join(sorted((name for name in AXIS_CLASSES if "_" in name), key=len, reverse=True))
_AXIS_IN_TEXT = re.compile(rf"(?<![\w.])(?:{_NAMES}|batch(?=(?:, |、)(?:{_NAMES})))(?!\w)", re.ASCII)
"""In running text `batch` is mostly the word; beside another axis it is the axis."""


def axis_class(name: str) -> str:
    """CSS classes of one axis; an axis that the course has no colour for is set in plain ink."""
    return f"axis {AXIS_CLASSES.get(name, 'axis-plain')}"


def colour_axis_names(code: str) -> str:
    """HTML of `code`, escaped, with a coloured span around each axis name that stands alone in it."""
    return _AXIS_NAME.sub(lambda found: f'<span class="{axis_class(found[1])}">{found[1]}</span>', escape(code))


def colour_axis_names_in_text(text: str) -> str:
    """HTML of a sentence, escaped, with its axis names as labels."""
    return _AXIS_IN_TEXT.sub(
        lambda found: f'<span class="axis-label {axis_class(found[0])}">{found[0]}</span>', escape(text)
    )
