"""What is shown of a difference lies around it, is bounded, and is JSON."""

from __future__ import annotations

import json

import numpy as np

from grader.evidence import MAX_PANEL_SIDE, MAX_PANELS, error_map, excerpt, first_index

AXES = ("batch", "num_heads", "seq_len", "d_k")


def test_an_excerpt_surrounds_the_first_mismatch() -> None:
    expected = np.arange(60.0).reshape(3, 4, 5)
    actual = expected + 0.5
    shown = excerpt(expected, actual, (1, 2, 2))
    assert shown["origin"] == [1, 1, 1]
    assert shown["expected"] == expected[1, 1:4, 1:4].tolist()
    assert shown["actual"] == actual[1, 1:4, 1:4].tolist()


def test_an_excerpt_stays_inside_at_the_borders() -> None:
    expected = np.arange(12.0).reshape(3, 4)
    assert excerpt(expected, expected, (2, 3))["origin"] == [0, 1]
    assert excerpt(expected, expected, (0, 0))["origin"] == [0, 0]


def test_small_results_have_excerpts_too() -> None:
    assert excerpt(np.array(1.0), np.array(2.0), ())["expected"] == [[1.0]]
    assert excerpt(np.array([1, 2]), np.array([2, 1]), (0,))["actual"] == [[2, 1]]


def test_an_error_at_the_edge_of_the_range_is_not_rounded_to_infinity() -> None:
    expected, actual = np.zeros((1, 1)), np.array([[np.finfo(np.float64).max]])
    mapped = error_map(expected, actual, np.ones((1, 1), dtype=bool), ("seq_len", "d_k"))
    assert mapped is not None
    json.dumps(mapped, allow_nan=False)
    assert mapped["scale"] == np.finfo(np.float64).max


def test_what_json_lacks_is_a_word_in_excerpts_and_nothing_in_maps() -> None:
    expected, actual = np.zeros((1, 3)), np.array([[np.nan, np.inf, -np.inf]])
    assert excerpt(expected, actual, (0, 0))["actual"] == [["nan", "inf", "-inf"]]
    mapped = error_map(expected, actual, np.ones((1, 3), dtype=bool), ("seq_len", "d_k"))
    assert mapped is not None
    assert mapped["panels"][0]["values"] == [[None, None, None]]
    assert mapped["scale"] == 0.0
    json.dumps(mapped, allow_nan=False)


def test_a_map_has_one_panel_for_each_sentence_and_head_with_signed_errors() -> None:
    expected = np.zeros((2, 3, 4, 5))
    actual = expected.copy()
    actual[1, 2, 3, 4] = -0.25
    mapped = error_map(expected, actual, actual != expected, AXES)
    assert mapped is not None
    assert mapped["axes"] == ["seq_len", "d_k"]
    assert [panel["label"] for panel in mapped["panels"]][-1] == {"batch": 1, "num_heads": 2}
    assert len(mapped["panels"]) == 6
    assert mapped["panels"][-1]["values"][3][4] == -0.25
    assert mapped["scale"] == 0.25
    assert not mapped["is_cropped"]


def test_a_large_result_keeps_the_panels_and_the_window_with_mismatches() -> None:
    expected = np.zeros((40, 100, 90))
    actual = expected.copy()
    actual[33, 77, 80] = 1.0
    mapped = error_map(expected, actual, actual != expected, ("batch", "tgt_len", "src_len"))
    assert mapped is not None
    assert mapped["is_cropped"]
    assert len(mapped["panels"]) == MAX_PANELS
    (panel,) = [panel for panel in mapped["panels"] if panel["label"] == {"batch": 33}]
    assert np.shape(panel["values"]) == (MAX_PANEL_SIDE, MAX_PANEL_SIDE)
    row, column = panel["origin"]
    assert panel["values"][77 - row][80 - column] == 1.0
    assert len(json.dumps(mapped)) < 64 * 1024


def test_a_vector_is_one_row_and_a_number_has_no_map() -> None:
    mapped = error_map(np.zeros(3), np.ones(3), np.ones(3, dtype=bool), ("d_k",))
    assert mapped is not None
    assert mapped["axes"] == ["", "d_k"]
    assert mapped["panels"][0]["values"] == [[1.0, 1.0, 1.0]]
    assert error_map(np.array(0.0), np.array(1.0), np.array(True), ()) is None


def test_the_first_index_is_in_row_major_order() -> None:
    wrong = np.zeros((2, 3), dtype=bool)
    assert first_index(wrong) is None
    wrong[0, 2] = wrong[1, 0] = True
    assert first_index(wrong) == (0, 2)
