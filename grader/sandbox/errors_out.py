"""How a child reports an exception of learner code: its type, its message and the lines of the submission it passed."""

from __future__ import annotations

from types import TracebackType

from . import results, wire

# torch reports a failed allocation as a RuntimeError; this is how its CPU allocator words it.
_TORCH_OUT_OF_MEMORY = "can't allocate memory"


def encode(error: BaseException) -> bytes:
    """One error. Hostile `__str__` methods may raise (no message then) or hang (until the deadline)."""
    frames = _submission_frames(error.__traceback__)
    error.__traceback__ = None  # lets go of the arrays that the frames hold, for there may be no memory left
    message = _message(error)
    is_memory = isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and _TORCH_OUT_OF_MEMORY in message)
    line = _syntax_line(error) or (frames[-1][0] if frames else 0)
    raw_type = results.type_name(error).removeprefix("submission.").encode("utf-8", "replace")[: wire.MAX_NAME_BYTES]
    raw_message = message.encode("utf-8", "replace")[: wire.MAX_MESSAGE_BYTES]
    flags = wire.OUT_OF_MEMORY if is_memory else 0
    pieces = [wire.ERROR_HEADER.pack(flags, len(raw_type), len(raw_message), line, len(frames)), raw_type, raw_message]
    for number, function in frames:
        raw_name = function.encode("utf-8", "replace")[: wire.MAX_NAME_BYTES]
        pieces.append(wire.ERROR_FRAME.pack(number, len(raw_name)) + raw_name)
    return b"".join(pieces)


def encode_missing(entry_point: str) -> bytes:
    """The error of a submission that does not define its entry point."""
    raw_type, raw_message = b"MissingEntryPoint", entry_point.encode("utf-8", "replace")[: wire.MAX_MESSAGE_BYTES]
    return wire.ERROR_HEADER.pack(0, len(raw_type), len(raw_message), 0, 0) + raw_type + raw_message


def _submission_frames(traceback: TracebackType | None) -> list[tuple[int, str]]:
    """(line, function) of the submission's own frames, outermost first; a deep recursion keeps both ends."""
    half = wire.MAX_FRAMES // 2
    first: list[tuple[int, str]] = []
    last: list[tuple[int, str]] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == wire.SUBMISSION_FILE:
            target = first if len(first) < half else last
            target.append((max(traceback.tb_lineno or 0, 0), code.co_name))
            del last[:-half]
        traceback = traceback.tb_next
    return first + last


def _message(error: BaseException) -> str:
    try:
        return str(error)[: wire.MAX_MESSAGE_BYTES]
    except BaseException:  # noqa: BLE001 - a learner's __str__ may raise anything; the error itself is still reported
        return ""


def _syntax_line(error: BaseException) -> int:
    if isinstance(error, SyntaxError) and error.filename == wire.SUBMISSION_FILE and type(error.lineno) is int:
        return max(error.lineno, 0)
    return 0
