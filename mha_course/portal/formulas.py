"""LaTeX between dollar signs becomes MathML, which browsers set themselves: no script, no font to load."""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.html import escape
from latex2mathml.converter import convert
from latex2mathml.exceptions import (
    DenominatorNotFoundError,
    DoubleSubscriptsError,
    DoubleSuperscriptsError,
    ExtraLeftOrMissingRightError,
    InvalidAlignmentError,
    InvalidStyleForGenfracError,
    InvalidWidthError,
    LimitsMustFollowMathOperatorError,
    MissingEndError,
    MissingSuperScriptOrSubscriptError,
    NoAvailableTokensError,
    NumeratorNotFoundError,
)

__all__ = ["formula"]

_WORD_COMMAND = re.compile(r"\\(?:mathrm|operatorname\*?)\{([A-Za-z]{2,})\}")
_ALIGNED = re.compile(r"\\(begin|end)\{aligned\}")

_UNREADABLE = (
    DenominatorNotFoundError,
    DoubleSubscriptsError,
    DoubleSuperscriptsError,
    ExtraLeftOrMissingRightError,
    InvalidAlignmentError,
    InvalidStyleForGenfracError,
    InvalidWidthError,
    LimitsMustFollowMathOperatorError,
    MissingEndError,
    MissingSuperScriptOrSubscriptError,
    NoAvailableTokensError,
    NumeratorNotFoundError,
)


@lru_cache(maxsize=1024)
def formula(latex: str, *, is_display: bool) -> str:
    """MathML of `latex`; a formula that cannot be read is shown as its source, so that the text stays whole."""
    # A word set in upright letters is one word: as single letters it would be read out letter by letter.
    words_whole = _WORD_COMMAND.sub(r"\\text{\1}", latex)
    # The converter aligns columns in `align*` and prints the ampersands of `aligned`.
    aligned = _ALIGNED.sub(r"\\\1{align*}", words_whole)
    try:
        return convert(aligned.replace(r"\_", "_"), display="block" if is_display else "inline")
    except _UNREADABLE:
        return f"<code>{escape(latex)}</code>"
