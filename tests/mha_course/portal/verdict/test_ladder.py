"""Expected and actual shapes, axis under axis."""

from __future__ import annotations

from mha_course.portal.verdict.ladder import build_ladder

AXES = ("batch", "num_heads", "seq_len", "d_k")


def test_the_right_shape_has_no_wrong_rung() -> None:
    ladder = build_ladder((2, 3, 5, 4), (2, 3, 5, 4), AXES)
    assert ladder.is_right
    assert [rung.axis for rung in ladder.actual] == list(AXES)


def test_exchanged_axes_are_marked_and_say_whose_size_they_have() -> None:
    ladder = build_ladder((2, 3, 5, 4), (2, 5, 3, 4), AXES)
    assert [rung.is_wrong for rung in ladder.actual] == [False, True, True, False]
    assert [rung.belongs_to for rung in ladder.actual] == ["", "seq_len", "num_heads", ""]


def test_a_missing_axis_is_a_gap_at_its_own_place() -> None:
    ladder = build_ladder((2, 3, 5, 4), (2, 5, 4), AXES)
    assert [rung.size for rung in ladder.actual] == [2, None, 5, 4]
    assert [rung.is_wrong for rung in ladder.actual] == [False, True, False, False]


def test_an_axis_too_many_stands_under_a_gap_without_name() -> None:
    ladder = build_ladder((2, 5), (2, 1, 5), ("batch", "seq_len"))
    assert [
        (above.axis, above.size, below.size) for above, below in zip(ladder.expected, ladder.actual, strict=True)
    ] == [
        ("batch", 2, 2),
        ("", None, 1),
        ("seq_len", 5, 5),
    ]


def test_a_size_that_two_axes_have_is_not_claimed_for_either() -> None:
    ladder = build_ladder((3, 3, 5), (3, 3, 3), ("batch", "num_heads", "seq_len"))
    assert ladder.actual[2].is_wrong
    assert ladder.actual[2].belongs_to == ""


def test_a_number_beside_an_array_is_an_empty_ladder_beside_a_full_one() -> None:
    ladder = build_ladder((2, 5), (), ("batch", "seq_len"))
    assert [rung.size for rung in ladder.actual] == [None, None]
    assert not ladder.is_right
