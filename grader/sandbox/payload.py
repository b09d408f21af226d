"""The parent's side of the inputs: packs cases into shared memory, and sees afterwards whether they were changed."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.errors import ExerciseError
from grader.model import Case, Framework

from . import wire

__all__ = ["Payload"]

_ALIGNMENT = 64
_STORED = dict(wire.DTYPES)
_SIZE_SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL


class Payload:
    """One phase's inputs as bytes: lengths of the header and of header with padding, a JSON header, aligned arrays."""

    def __init__(self, cases: Sequence[Case], framework: Framework, header: Mapping[str, Any]) -> None:
        """Raises `ExerciseError` for a value or dtype that cannot cross."""
        self._framework = framework
        self._arrays: list[tuple[int, bytes]] = []
        self._arrays_bytes = 0
        self._arrays_of_case: list[list[tuple[int, bytes]]] = []
        trees = [self._pack_case(case) for case in cases]
        raw = json.dumps({**header, "cases": trees}).encode()
        self._origin = _aligned(wire.INPUTS_HEADER.size + len(raw))
        self._head = wire.INPUTS_HEADER.pack(len(raw), self._origin) + raw

    @property
    def size_bytes(self) -> int:
        return self._origin + max(self._arrays_bytes, 1)

    def write_to(self, fd: int) -> None:
        """Fill shared memory and seal its size, so that neither end can be made to read past its end."""
        os.ftruncate(fd, self.size_bytes)
        _write(fd, 0, self._head)
        for offset, raw in self._arrays:
            _write(fd, self._origin + offset, raw)
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SIZE_SEALS)

    def mutated_cases(self, fd: int) -> list[bool]:
        """For each case, whether any array in shared memory is no longer what was written there."""
        return [
            any(os.pread(fd, len(raw), self._origin + offset) != raw for offset, raw in arrays)
            for arrays in self._arrays_of_case
        ]

    def _pack_case(self, case: Case) -> list[Any]:
        if case.dtype not in _STORED or (case.dtype == "bfloat16" and self._framework == "numpy"):
            raise ExerciseError(f"{case.id}: {self._framework} has no dtype {case.dtype}")
        first = len(self._arrays)
        args = [self._pack(value, case.dtype) for value in case.args]
        kwargs = {name: self._pack(value, case.dtype) for name, value in case.kwargs.items()}
        self._arrays_of_case.append(self._arrays[first:])
        return [args, kwargs]

    def _pack(self, value: Any, dtype: str) -> list[Any]:
        if isinstance(value, np.ndarray):
            return self._pack_array(value, dtype)
        if isinstance(value, Mapping):
            return ["mapping", {str(key): self._pack(item, dtype) for key, item in value.items()}]
        if isinstance(value, tuple | list):
            kind = "tuple" if isinstance(value, tuple) else "list"
            return [kind, [self._pack(item, dtype) for item in value]]
        plain = value.item() if isinstance(value, np.generic) else value
        if plain is None or isinstance(plain, bool | int | float | str):
            return ["value", plain]
        raise ExerciseError(f"a value of type {type(value).__name__} cannot be given to a submission")

    def _pack_array(self, array: np.ndarray[Any, Any], dtype: str) -> list[Any]:
        name = dtype if array.dtype.kind == "f" else array.dtype.name
        if name not in _STORED:
            raise ExerciseError(f"an array of {array.dtype} cannot be given to a submission")
        raw = _bfloat16_bits(array) if name == "bfloat16" else array.astype(_STORED[name]).tobytes()
        offset = self._arrays_bytes
        self._arrays.append((offset, raw))
        self._arrays_bytes = _aligned(offset + len(raw))
        return ["array", offset, name, list(array.shape)]


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _bfloat16_bits(array: np.ndarray[Any, Any]) -> bytes:
    """The upper halves of float32 numbers, which is what bfloat16 is; exact, since cases are already rounded."""
    bits = array.astype("<f4").view("<u4") if array.ndim else array.astype("<f4").reshape(1).view("<u4")
    return (bits >> 16).astype("<u2").tobytes()


def _write(fd: int, offset: int, raw: bytes) -> None:
    rest = memoryview(raw)
    while rest:
        written = os.pwrite(fd, rest, offset)
        rest, offset = rest[written:], offset + written
