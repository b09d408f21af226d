"""What a misconception says about each case, computed only when asked for."""

from __future__ import annotations

__all__ = ["PredictsNothing"]


class PredictsNothing(Exception):  # noqa: N818 - it is an answer, not an error
    """Raised by `predict` where the belief says nothing about a case, such as a belief about masks without a mask."""
