"""The numbers around the first mismatch keep their indices."""

from __future__ import annotations

from mha_course.portal.verdict.excerpt import build_excerpt

AXES = ("batch", "seq_len", "d_model")


def test_rows_and_columns_carry_the_indices_of_the_result() -> None:
    excerpt = build_excerpt({"expected": [[1.0, 2.0]], "actual": [[1.0, 9.0]], "origin": [1, 4, 6]}, AXES, [1, 4, 7])
    assert excerpt.where == (("batch", 1),)
    assert (excerpt.row_axis, excerpt.column_axis) == ("seq_len", "d_model")
    assert excerpt.columns == (6, 7)
    assert excerpt.expected[0].index == 4


def test_only_the_first_mismatch_is_marked_on_both_sides() -> None:
    excerpt = build_excerpt({"expected": [[1.0, 2.0]], "actual": [[1.0, 9.0]], "origin": [0, 0, 0]}, AXES, [0, 0, 1])
    for rows in (excerpt.expected, excerpt.actual):
        assert [cell.is_first for cell in rows[0].cells] == [False, True]


def test_a_result_of_one_axis_has_no_row_index() -> None:
    excerpt = build_excerpt({"expected": [[1, 2]], "actual": [[2, 1]], "origin": [0]}, ("batch",), [0])
    assert excerpt.row_axis == ""
    assert excerpt.expected[0].index is None
    assert excerpt.expected[0].cells[0].is_first


def test_words_for_numbers_that_json_lacks_are_shown_as_they_are() -> None:
    excerpt = build_excerpt({"expected": [[0.5]], "actual": [["nan"]], "origin": [0, 0, 0]}, AXES, [0, 0, 0])
    assert excerpt.actual[0].cells[0].text == "nan"


def test_nothing_stored_gives_nothing() -> None:
    assert build_excerpt(None, AXES, None) is None
