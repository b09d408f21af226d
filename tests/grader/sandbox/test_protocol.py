"""Whatever bytes a child sends, the parent ends with plain values or says that they are malformed."""

from __future__ import annotations

import contextlib
import random
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model import Returned
from grader.sandbox import results, wire
from grader.sandbox.protocol import Frame, FrameReader, MalformedReply, OversizedReply, parse_error, parse_value
from grader.sandbox.record import RunRecord
from grader.sandbox.texts import clean_line

MAX_BYTES = 1 << 20


def encoded(value) -> bytes:
    return b"".join(results.encode(value, MAX_BYTES))


def frame(kind: int, number: int = 0, payload: bytes = b"") -> bytes:
    return wire.FRAME_HEADER.pack(kind, number, len(payload)) + payload


HONEST = [
    encoded(value)
    for value in (
        np.arange(6.0).reshape(2, 3),
        np.zeros((0, 4), np.float16),
        (np.ones(2, bool), 3, None, 0.5),
        {"w_q": np.ones((1, 1)), "deep": (True, (False,))},
        [1, 2],
    )
]


def plain(returned: Returned) -> None:
    """Everything in it has a type that cannot act."""
    assert returned.array is None or type(returned.array) is np.ndarray
    if returned.array is not None:
        assert returned.array.dtype.kind in "biufc"
        assert returned.array.ndim <= wire.MAX_AXES
        returned.array.sum()
    assert all(type(key) is str for key in returned.keys)
    assert clean_line(returned.type_name) == returned.type_name
    for item in returned.items:
        plain(item)


def mutate(rng: random.Random, raw: bytes) -> bytes:
    changed = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(changed) + 1)
        action = rng.random()
        if action < 0.5 and place < len(changed):
            changed[place] = rng.choice((0, 1, 2, 7, 8, 15, 16, 64, 127, 128, 255, rng.randrange(256)))
        elif action < 0.7:
            del changed[place : place + rng.randint(1, 9)]
        elif action < 0.9:
            changed[place:place] = rng.randbytes(rng.randint(1, 9))
        else:
            changed[place : place + 8] = struct.pack("<Q", rng.choice((1 << 63, (1 << 64) - 1, 1 << 31, 1 << 40)))
    return bytes(changed)


@pytest.mark.parametrize("honest", HONEST)
def test_mutated_value_is_plain_or_malformed(honest):
    rng = random.Random(honest)
    refused = 0
    for _ in range(1500):
        try:
            plain(parse_value(mutate(rng, honest)))
        except MalformedReply:
            refused += 1
    assert refused > 300


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_as_a_value(raw):
    with contextlib.suppress(MalformedReply):
        plain(parse_value(raw))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_as_an_error(raw):
    try:
        error, _ = parse_error(raw)
    except MalformedReply:
        return
    assert clean_line(error.type) == error.type
    assert error.type


def test_mutated_conversation_never_breaks_the_record():
    honest = frame(2, 0, HONEST[0]) + frame(2, 1, HONEST[2]) + frame(5) + frame(2, 2, HONEST[3]) + frame(6)
    rng = random.Random(0)
    finished = 0
    for _ in range(3000):
        reader, record = FrameReader(MAX_BYTES), RunRecord(2, 1, 1024)
        try:
            for one in reader.feed(mutate(rng, honest)):
                record.add_frame(one, 0.0)
        except MalformedReply:
            continue
        finished += record.is_done
        assert len(record.outcomes) == 3
    assert finished > 0


def array_header(container=0, code=11, shape=(2,), size=None) -> bytes:
    axes = b"".join(wire.LENGTH.pack(length) for length in shape)
    size = 8 * int(np.prod(shape, dtype=object)) if size is None else size
    head = bytes((wire.Tag.ARRAY,)) + wire.ARRAY_HEADER.pack(container, code, len(shape)) + axes
    return head + wire.LENGTH.pack(size)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x63",
        array_header(),
        array_header() + bytes(17),
        array_header(size=15) + bytes(15),
        array_header(shape=(10**12,)),
        array_header(shape=(0, 1 << 63)),
        array_header(shape=(1 << 32, 1 << 32), size=0),
        array_header(shape=(1,) * 9) + bytes(8),
        array_header(code=99) + bytes(16),
        array_header(container=9) + bytes(16),
        bytes((wire.Tag.TUPLE,)) + struct.pack("<H", 65535),
        bytes((wire.Tag.TUPLE,)) + struct.pack("<H", 1) + (bytes((wire.Tag.TUPLE,)) + struct.pack("<H", 1)) * 1000,
        bytes((wire.Tag.OTHER,)) + struct.pack("<H", 60000) + b"x" * 60000,
        bytes((wire.Tag.NONE, 0)),
    ],
)
def test_value_that_does_not_add_up_is_malformed(payload):
    with pytest.raises(MalformedReply):
        parse_value(payload)


def test_bool_is_true_or_false_whatever_its_byte():
    payload = array_header(code=0, shape=(3,), size=3) + b"\x00\x02\xff"
    returned = parse_value(payload)
    assert returned.array.view(np.uint8).tolist() == [0, 1, 1]


def test_names_lose_what_could_repaint_a_terminal():
    name = "a\x1b]0;b\u202ec\n".encode()
    payload = bytes((wire.Tag.OTHER,)) + struct.pack("<H", len(name)) + name
    assert parse_value(payload).type_name == "a]0;bc"


def test_frames_arrive_in_any_pieces():
    stream = frame(2, 0, b"abc") + frame(6)
    reader = FrameReader(MAX_BYTES)
    arrived = [one for byte in stream for one in reader.feed(bytes((byte,)))]
    assert arrived == [Frame(wire.FrameKind.RESULT, 0, b"abc"), Frame(wire.FrameKind.DONE, 0, b"")]


def test_frame_before_an_oversized_one_is_still_given():
    frames = FrameReader(10).feed(frame(2, 0, b"abc") + wire.FRAME_HEADER.pack(2, 1, 11))
    assert next(frames).payload == b"abc"
    with pytest.raises(OversizedReply):
        next(frames)


RESULT = Frame(wire.FrameKind.RESULT, 0, HONEST[0])
SECOND = Frame(wire.FrameKind.RESULT, 1, HONEST[0])
BOUNDARY = Frame(wire.FrameKind.VISIBLE_DONE, 0, b"")
DONE = Frame(wire.FrameKind.DONE, 0, b"")
LOAD = Frame(wire.FrameKind.LOAD_ERROR, 0, wire.ERROR_HEADER.pack(0, 1, 0, 0, 0) + b"E")


@pytest.mark.parametrize(
    "conversation",
    [
        [RESULT, RESULT],
        [SECOND],
        [RESULT, BOUNDARY, BOUNDARY],
        [DONE],
        [RESULT, DONE],
        [RESULT, BOUNDARY, DONE],
        [RESULT, BOUNDARY, SECOND, DONE, SECOND],
        [BOUNDARY],
        [RESULT, LOAD],
        [LOAD, RESULT],
        [LOAD, BOUNDARY],
        [RESULT, BOUNDARY, SECOND, SECOND],
        [Frame(wire.FrameKind.RESULT, 1 << 31, HONEST[0])],
    ],
)
def test_answer_out_of_turn_is_malformed(conversation):
    record = RunRecord(1, 1, 1024)
    *allowed, last = conversation
    for one in allowed:
        record.add_frame(one, 0.0)
    with pytest.raises(MalformedReply):
        record.add_frame(last, 0.0)
