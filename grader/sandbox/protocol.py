"""The parent's strict reading of what a child sends. Every field is checked before anything is allocated.

A child's bytes may have been written by hostile code. Whatever they are, the outcome is frames with plain values, or
`MalformedReply`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from grader.model import LearnerError, Returned

from . import wire
from .texts import clean_line, clean_text

__all__ = ["Frame", "FrameReader", "MalformedReply", "OversizedReply", "parse_error", "parse_value"]


class MalformedReply(Exception):  # noqa: N818 - says what happened
    """The bytes are not what an honest child sends; the message says where, for operators."""


class OversizedReply(MalformedReply):
    """A message announces more bytes than a whole run may send."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message of a child."""

    kind: wire.FrameKind
    number: int
    payload: bytes


class FrameReader:
    """Cuts a stream of bytes into frames as it arrives."""

    def __init__(self, max_bytes: int) -> None:
        """`max_bytes` bounds a single payload; the caller bounds the whole stream."""
        self._max_bytes = max_bytes
        self._pending = bytearray()

    def feed(self, raw: bytes) -> Iterator[Frame]:
        """Take `raw` in and give the frames that are complete now, one by one.

        Raises `MalformedReply`, or `OversizedReply` as soon as a header says so; frames before it are given first.
        """
        self._pending += raw
        while len(self._pending) >= wire.FRAME_HEADER.size:
            kind, number, length = wire.FRAME_HEADER.unpack_from(self._pending)
            if kind not in _FRAME_KINDS:
                raise MalformedReply(f"frame kind {kind}")
            if length > self._max_bytes:
                raise OversizedReply(f"a payload of {length} bytes")
            end = wire.FRAME_HEADER.size + length
            if len(self._pending) < end:
                return
            payload = bytes(self._pending[wire.FRAME_HEADER.size : end])
            del self._pending[:end]
            yield Frame(wire.FrameKind(kind), number, payload)


_FRAME_KINDS = frozenset(wire.FrameKind)


def parse_value(payload: bytes) -> Returned:
    """What learner code returned. Raises `MalformedReply`."""
    cursor = _Cursor(payload)
    returned = _value(cursor, wire.MAX_DEPTH)
    cursor.expect_end()
    return returned


def parse_error(payload: bytes) -> tuple[LearnerError, bool]:
    """An exception of learner code, and whether it was for want of memory. Raises `MalformedReply`."""
    cursor = _Cursor(payload)
    flags, type_bytes, message_bytes, line, count = cursor.unpack(wire.ERROR_HEADER)
    if type_bytes > wire.MAX_NAME_BYTES or message_bytes > wire.MAX_MESSAGE_BYTES or count > wire.MAX_FRAMES:
        raise MalformedReply("an error beyond its bounds")
    kind = clean_line(cursor.text(type_bytes)) or "Exception"
    message = clean_text(cursor.text(message_bytes))
    frames: list[tuple[int, str]] = []
    for _ in range(count):
        number, name_bytes = cursor.unpack(wire.ERROR_FRAME)
        if name_bytes > wire.MAX_NAME_BYTES:
            raise MalformedReply("a function name beyond its bounds")
        frames.append((number, clean_line(cursor.text(name_bytes))))
    cursor.expect_end()
    return LearnerError(kind, message, line or None, tuple(frames)), bool(flags & wire.OUT_OF_MEMORY)


class _Cursor:
    """Reads forward through one payload and never past its end."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._position = 0

    def take(self, size: int) -> bytes:
        end = self._position + size
        if size < 0 or end > len(self._payload):
            raise MalformedReply("a payload shorter than it says")
        raw = self._payload[self._position : end]
        self._position = end
        return raw

    def unpack(self, layout: struct.Struct) -> tuple[Any, ...]:
        return layout.unpack(self.take(layout.size))

    def text(self, size: int) -> str:
        return self.take(size).decode("utf-8", "replace")

    def expect_end(self) -> None:
        if self._position != len(self._payload):
            raise MalformedReply("a payload longer than it says")


def _value(cursor: _Cursor, depth: int) -> Returned:
    tag = cursor.take(1)[0]
    if tag == wire.Tag.NONE:
        return Returned("none", "NoneType")
    if tag == wire.Tag.BOOL:
        return _number("bool", np.bool_(cursor.take(1)[0] != 0))
    if tag == wire.Tag.INT:
        return _number("int", np.int64(cursor.unpack(wire.INTEGER)[0]))
    if tag == wire.Tag.FLOAT:
        return _number("float", np.float64(cursor.unpack(wire.REAL)[0]))
    if tag == wire.Tag.ARRAY:
        return _array(cursor)
    if tag == wire.Tag.TUPLE and depth:
        return Returned("tuple", "tuple", items=tuple(_value(cursor, depth - 1) for _ in range(_count(cursor))))
    if tag == wire.Tag.MAPPING and depth:
        pairs = [(_short_text(cursor), _value(cursor, depth - 1)) for _ in range(_count(cursor))]
        return Returned("mapping", "dict", items=tuple(item for _, item in pairs), keys=tuple(key for key, _ in pairs))
    if tag == wire.Tag.OTHER:
        return Returned("other", clean_line(_short_text(cursor)) or "object")
    raise MalformedReply(f"value tag {tag} at depth {wire.MAX_DEPTH - depth}")


def _number(kind: Literal["bool", "int", "float"], number: np.generic) -> Returned:
    return Returned(kind, kind, array=np.asarray(number), dtype=number.dtype.name)


def _count(cursor: _Cursor) -> int:
    (count,) = cursor.unpack(wire.SHORT_LENGTH)
    if count > wire.MAX_ITEMS:
        raise MalformedReply(f"{count} items in one value")
    return int(count)


def _short_text(cursor: _Cursor) -> str:
    (size,) = cursor.unpack(wire.SHORT_LENGTH)
    if size > wire.MAX_NAME_BYTES:
        raise MalformedReply(f"a name of {size} bytes")
    return cursor.text(size)


def _array(cursor: _Cursor) -> Returned:
    container, code, axes = cursor.unpack(wire.ARRAY_HEADER)
    if container >= len(wire.CONTAINERS) or code >= len(wire.DTYPES) or axes > wire.MAX_AXES:
        raise MalformedReply(f"an array of container {container}, dtype {code}, {axes} axes")
    shape = tuple(int(cursor.unpack(wire.LENGTH)[0]) for _ in range(axes))
    if math.prod(max(length, 1) for length in shape) > wire.MAX_ELEMENTS:
        raise MalformedReply(f"an array of shape {shape}")
    name, stored = wire.DTYPES[code]
    dtype = np.dtype(stored)
    (size,) = cursor.unpack(wire.LENGTH)
    if size != math.prod(shape) * dtype.itemsize:
        raise MalformedReply(f"{size} bytes for {name} of shape {shape}")
    raw = cursor.take(size)
    if name == "bool":
        array = (np.frombuffer(raw, np.uint8) != 0).reshape(shape)  # any byte but 0 and 1 would be an invalid bool
    elif name == "bfloat16":
        array = (np.frombuffer(raw, dtype).astype("<u4") << 16).view("<f4").reshape(shape)
    else:
        array = np.frombuffer(raw, dtype).reshape(shape)
    return _contained(wire.CONTAINERS[container], name, array)


def _contained(container: str, dtype: str, array: np.ndarray[Any, Any]) -> Returned:
    if container.startswith("torch"):
        return Returned("torch", container, array=array, dtype=dtype)
    type_name = f"numpy.{dtype}" if container == "numpy.generic" else container
    return Returned("numpy", type_name, array=array, dtype=dtype)
