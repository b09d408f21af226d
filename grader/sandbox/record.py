"""What has been taken from one child so far, and the rules of what may still be added."""

from __future__ import annotations

import builtins
from dataclasses import replace

from grader.model import CaseOutcome, LearnerError, Returned

from . import wire
from .protocol import Frame, MalformedReply, parse_error, parse_value
from .texts import clean_text

__all__ = ["RunRecord"]

_NOTHING = CaseOutcome(returned=None, error=None, is_input_mutated=False, wall_ms=0.0)
_HIDDEN_TYPE_NAMES = frozenset({"list", "dict", "set", "str", "complex", "object", "function", "tuple"})


class RunRecord:
    """Outcomes and printed text of one run. Cases are answered in order, each exactly once, each in its phase."""

    def __init__(self, visible_count: int, hidden_count: int, kept_output_bytes: int) -> None:
        self.outcomes = [_NOTHING] * (visible_count + hidden_count)
        self.load_error: LearnerError | None = None
        self.is_out_of_memory = False
        self.is_too_large = False
        self.is_visible_done = False
        self.is_done = False
        self.printed_bytes = 0
        self._visible_count = visible_count
        self._kept_output_bytes = kept_output_bytes
        self._kept = bytearray()
        self._is_truncated = False
        self._next = 0
        self._last_arrival = 0.0

    @property
    def stdout(self) -> str:
        return clean_text(self._kept.decode("utf-8", "replace"))

    @property
    def is_stdout_truncated(self) -> bool:
        return self._is_truncated

    def begin(self, now: float) -> None:
        """Start the clock of the next case; `now` is time.monotonic()."""
        self._last_arrival = now

    def add_output(self, raw: bytes) -> None:
        """Keep what is printed up to the last visible case, within the limit; count all of it."""
        self.printed_bytes += len(raw)
        if self.is_visible_done:
            return
        room = self._kept_output_bytes - len(self._kept)
        self._kept += raw[:room]
        self._is_truncated = self._is_truncated or len(raw) > room

    def add_frame(self, frame: Frame, now: float) -> None:
        """Take one message of the child. Raises `MalformedReply` if it may not say this now."""
        if self.is_done:
            raise MalformedReply("a frame after the last one")
        if frame.kind is wire.FrameKind.DONE:
            is_complete = self.is_visible_done and self._next == len(self.outcomes)
            self._expect(is_complete or self.load_error is not None, "done with cases unanswered")
            self.is_done = True
        elif frame.kind is wire.FrameKind.VISIBLE_DONE:
            self._expect(not self.is_visible_done and self.load_error is None, "the visible cases ended twice")
            self._expect(self._next == self._visible_count, "the visible cases ended with some unanswered")
            self.is_visible_done = True
        elif frame.kind is wire.FrameKind.LOAD_ERROR:
            self._expect(self._next == 0 and not self.is_visible_done and self.load_error is None, "a late load error")
            self.load_error, is_memory = parse_error(frame.payload)
            self.is_out_of_memory = self.is_out_of_memory or is_memory
        else:
            self._add_case(frame, now)

    def _add_case(self, frame: Frame, now: float) -> None:
        end = len(self.outcomes) if self.is_visible_done else self._visible_count
        self._expect(self.load_error is None, "a result of a source that did not load")
        self._expect(frame.number == self._next < end, f"case {frame.number} out of turn")
        wall_ms = (now - self._last_arrival) * 1000
        self._last_arrival = now
        self._next = frame.number + 1
        returned, error = None, None
        if frame.kind is wire.FrameKind.RESULT:
            returned = parse_value(frame.payload)
        elif frame.kind is wire.FrameKind.ERROR:
            error, is_memory = parse_error(frame.payload)
            self.is_out_of_memory = self.is_out_of_memory or is_memory
        else:
            self.is_too_large = True
        if self.is_visible_done:
            returned, error = returned and _without_names(returned), error and _without_words(error)
        self.outcomes[frame.number] = CaseOutcome(returned, error, is_input_mutated=False, wall_ms=wall_ms)

    def mark_mutated(self, first: int, flags: list[bool]) -> None:
        for number, is_mutated in enumerate(flags, first):
            self.outcomes[number] = replace(self.outcomes[number], is_input_mutated=is_mutated)

    @staticmethod
    def _expect(holds: bool, what: str) -> None:
        if not holds:
            raise MalformedReply(what)


def _without_words(error: LearnerError) -> LearnerError:
    """An exception of a hidden case says no more than which built-in type it was: the rest could carry the inputs."""
    kind = getattr(builtins, error.type, None)
    is_builtin = isinstance(kind, type) and issubclass(kind, BaseException)
    return LearnerError(error.type if is_builtin else "Exception", "", None)


def _without_names(returned: Returned) -> Returned:
    """A type's name is the learner's to choose, so that of a hidden result is kept only if it is a common one."""
    if returned.kind != "other" or returned.type_name in _HIDDEN_TYPE_NAMES:
        return returned
    return replace(returned, type_name="object")
