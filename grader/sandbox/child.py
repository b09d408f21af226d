"""What runs beside learner code: reads source and inputs, calls the entry point, sends back raw values.

It decides nothing. Whatever it sends could as well have been sent by the learner's program, which shares its memory.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import types
from collections.abc import Callable
from typing import Any, NoReturn

from . import errors_out, results, wire
from .inputs import SharedInputs

_MODULE = "submission"
_ONE_WRITE_BYTES = 1 << 16


def run() -> NoReturn:
    """Run one submission from the descriptors of `wire`; never returns.

    Printed output is flushed line by line, so that it is seen even if the program never ends.
    """
    sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)  # noqa: SIM115 - lives until the end
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    random.seed(0)  # this generator, unlike NumPy's and torch's, is seeded anew by every fork
    visible = SharedInputs(wire.VISIBLE_FD)
    header = visible.header
    framework, device = header["framework"], header["device"]
    if device == "cuda":
        _forbid_tf32()
    cases = visible.cases(framework, device)
    entry = _load(header["source"], header["entry_point"])
    if entry is not None:
        calls = _Calls(entry, header["max_result_bytes"], device)
        calls.run(0, cases)
        _flush()
        _send(wire.FrameKind.VISIBLE_DONE)
        if header["has_hidden"] and os.read(wire.GO_FD, 1):
            calls.run(len(cases), SharedInputs(wire.HIDDEN_FD).cases(framework, device))
    _flush()
    _send(wire.FrameKind.DONE)
    os._exit(0)


def _forbid_tf32() -> None:
    import torch

    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False


def _load(source: str, entry_point: str) -> Callable[..., Any] | None:
    """Execute the source and give its entry point; a failure is sent and gives None."""
    module = types.ModuleType(_MODULE)
    module.__file__ = wire.SUBMISSION_FILE
    sys.modules[_MODULE] = module
    try:
        exec(compile(source, wire.SUBMISSION_FILE, "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:  # noqa: BLE001 - learner code may raise anything, SystemExit included
        _send(wire.FrameKind.LOAD_ERROR, 0, [errors_out.encode(error)])
        return None
    entry: Callable[..., Any] | None = module.__dict__.get(entry_point)
    if entry is None or not callable(entry):
        _send(wire.FrameKind.LOAD_ERROR, 0, [errors_out.encode_missing(entry_point)])
        return None
    return entry


class _Calls:
    def __init__(self, entry: Callable[..., Any], max_result_bytes: int, device: str) -> None:
        self._entry = entry
        self._max_result_bytes = max_result_bytes
        self._device = device

    def run(self, first: int, cases: list[tuple[tuple[Any, ...], dict[str, Any]]]) -> None:
        for number, (args, kwargs) in enumerate(cases, first):
            try:
                returned = self._entry(*args, **kwargs)
                self._wait_for_device()
                pieces = results.encode(returned, self._max_result_bytes)
            except results.ResultTooLarge:
                _send(wire.FrameKind.TOO_LARGE, number)
            except BaseException as error:  # noqa: BLE001 - learner code may raise anything, SystemExit included
                _send(wire.FrameKind.ERROR, number, [errors_out.encode(error)])
            else:
                _send(wire.FrameKind.RESULT, number, pieces)

    def _wait_for_device(self) -> None:
        """Work left on another stream must be finished before a result is read."""
        if self._device == "cuda":
            import torch

            torch.cuda.synchronize()


def _flush() -> None:
    """Hand over what is printed; learner code may have replaced or closed the streams."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):  # whatever a learner's own stream raises, the results still count
            stream.flush()


def _send(kind: wire.FrameKind, number: int = 0, pieces: list[bytes | memoryview] | None = None) -> None:
    payload = pieces or []
    length = sum(len(piece) for piece in payload)
    payload = [wire.FRAME_HEADER.pack(kind, number, length), *payload]
    if length < _ONE_WRITE_BYTES:
        payload = [b"".join(payload)]
    for piece in payload:
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(wire.RESULTS_FD, rest) :]
