"""Typed answers, read as learners mean them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.quiz.reading import read_code, read_number, read_shape


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("8", 8),
        (" ８ ", 8),
        ("８．５", 8.5),
        (".25", 0.25),
        ("1/4", 0.25),
        ("１／４", 0.25),
        ("¼", 0.25),
        ("1,024", 1024),
        ("１，０２４", 1024),
        ("−3", -3),
        ("ー３", -3),
        ("+2", 2),
        ("5e2", 500),
        (8, 8),
        (0.5, 0.5),
    ],
)
def test_a_number_is_read_as_it_is_meant(typed, number):
    assert read_number(typed) == number


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "eight",
        "1/0",
        "1/",
        "/2",
        "1/2/3",
        "1,2",
        "1,02",
        ".",
        "e5",
        "nan",
        "inf",
        "1_000",
        "2**3",
        "0x10",
        "9" * 300,
        math.nan,
        math.inf,
        True,
        None,
        [8],
        {"a": 1},
        1 << 200,
    ],
)
def test_what_is_no_number_is_not_guessed(typed):
    assert read_number(typed) is None


@pytest.mark.parametrize(
    ("typed", "shape"),
    [
        ("(2, 3, 4)", (2, 3, 4)),
        ("2,3,4", (2, 3, 4)),
        ("[2,3,4]", (2, 3, 4)),
        ("2 3 4", (2, 3, 4)),
        ("2×3×4", (2, 3, 4)),
        ("2 x 3 x 4", (2, 3, 4)),
        ("（２，３，４）", (2, 3, 4)),
        ("２、３、４", (2, 3, 4)),
        ("［２，３，４］", (2, 3, 4)),
        ("torch.Size([2, 3, 4])", (2, 3, 4)),
        ("shape = (2, 3, 4)", (2, 3, 4)),
        ("(5,)", (5,)),
        ("5", (5,)),
        ("()", ()),
        ([2, 3], (2, 3)),
    ],
)
def test_a_shape_is_read_in_every_usual_spelling(typed, shape):
    assert read_shape(typed) == shape


@pytest.mark.parametrize(
    "typed",
    [
        *("", "(2, 3, B)", "2,,3", ",2", "2.5, 3", "-1, 3", "two", "(2, 3) (4, 5)", "1234567890", "1 2 3 4 5 6 7 8 9"),
        *([2, True], [2, None], [-1], list(range(9)), {"2": 3}, None, 7, 2.0),
    ],
)
def test_what_is_no_shape_is_not_guessed(typed):
    assert read_shape(typed) is None


def test_needless_spaces_do_not_make_another_answer():
    assert read_code(" 2, 0 ,1,3 ") == read_code("２，０，１，３") == "2,0,1,3"
    assert read_code("not  x") == "not x"


@pytest.mark.parametrize("typed", ["", "   ", None, 3, ["permute"], "x" * 201, "per\x00mute", "\ud800"])
def test_an_empty_or_unprintable_blank_is_not_read(typed):
    assert read_code(typed) is None


@given(st.text(max_size=60) | st.integers() | st.floats() | st.lists(st.integers()) | st.none())
def test_reading_never_raises(anything):
    read_number(anything)
    read_shape(anything)
    read_code(anything)
