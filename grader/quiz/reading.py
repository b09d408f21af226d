"""What learners type, read as they mean it: full-width digits from a Japanese keyboard, brackets of any kind, `1/3`."""

from __future__ import annotations

import math
import re
import unicodedata

from grader.quiz.formula import Number
from grader.quiz.model import Response

__all__ = ["read_code", "read_number", "read_shape"]

_MAX_LENGTH = 200
_MAX_AXES = 8
_MINUS_SIGNS = str.maketrans({"−": "-", "‐": "-", "–": "-", "ー": "-", "⁄": "/"})
_SEPARATORS = str.maketrans({"、": ",", "×": ",", "*": ",", "x": ",", "X": ",", ";": ","})
_NUMBER = re.compile(r"[+-]?(\d{1,12}|\d{1,3}(,\d{3}){1,3})?(\.\d{0,20})?(e[+-]?\d{1,2})?", re.IGNORECASE)
_SHAPE = re.compile(r"(?:torch\.size|shape|tuple)?[=\s]*[(\[{\s]*([\d,\s]*?)[)\]}\s]*", re.IGNORECASE)
_SIZE = re.compile(r"\d{1,9}")
_GAP = re.compile(r"\s+")
_NEEDLESS_GAP = re.compile(r"(?<=\W) | (?=\W)")


def read_number(response: Response) -> Number | None:
    """A number or a fraction of two; None for anything else, NaN and infinity included."""
    if isinstance(response, (int, float)) and not isinstance(response, bool):
        return response if _is_sane(response) else None
    written = _plain(response)
    if written is None:
        return None
    numerator, slash, denominator = written.translate(_MINUS_SIGNS).replace(" ", "").partition("/")
    top = _decimal(numerator)
    if top is None or not slash:
        return top
    bottom = _decimal(denominator)
    return top / bottom if bottom else None


def read_shape(response: Response) -> tuple[int, ...] | None:
    """The sizes of the axes, `()` for a scalar; None for anything that is not a list of sizes."""
    if isinstance(response, (list, tuple)):
        sizes = tuple(size for size in response if isinstance(size, int) and not isinstance(size, bool))
        is_shape = len(sizes) == len(response) <= _MAX_AXES and all(0 <= size < 10**9 for size in sizes)
        return sizes if is_shape else None
    written = _plain(response)
    match = _SHAPE.fullmatch(written.translate(_SEPARATORS)) if written else None
    if match is None:
        return None
    inner = match.group(1).strip()
    if inner and not _has_one_separator(inner):
        return None
    sizes = tuple(int(size) for size in _SIZE.findall(inner))
    return sizes if len(sizes) <= _MAX_AXES else None


def read_code(response: Response) -> str | None:
    """A piece of code without needless spaces, so that `2,0,1` and `2, 0, 1` are one answer; None when it is empty."""
    written = _plain(response)
    if not written or not written.isprintable():
        return None  # control characters and lone surrogates have no place in code, nor in a database
    return _NEEDLESS_GAP.sub("", written)


def _plain(response: Response) -> str | None:
    """NFKC folds full-width digits, letters, brackets and commas into the ones Python knows."""
    if not isinstance(response, str) or len(response) > _MAX_LENGTH:
        return None
    return _GAP.sub(" ", unicodedata.normalize("NFKC", response)).strip()


def _decimal(written: str) -> Number | None:
    match = _NUMBER.fullmatch(written)
    if match is None or not any(character.isdigit() for character in written.lower().partition("e")[0]):
        return None
    number = float(written.replace(",", ""))
    return int(number) if number.is_integer() else number


def _is_sane(number: Number) -> bool:
    return math.isfinite(number) and abs(number) < 1e30 if isinstance(number, float) else number.bit_length() < 100


def _has_one_separator(inner: str) -> bool:
    """`2, 3`, `2 3` and `2,` are shapes; `2,,3` and `1234567890` are slips of the finger."""
    sizes = re.split(r"\s*,\s*|\s+", inner.removesuffix(",").rstrip())
    return all(_SIZE.fullmatch(size) for size in sizes)
