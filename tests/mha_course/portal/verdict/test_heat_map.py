"""Signed errors become levels of two hues on one scale."""

from __future__ import annotations

import pytest

from mha_course.portal.verdict.heat_map import build_heat_maps, signed


def maps(values, *, scale=1.0, allowed=0.01, **more):
    panel = {"label": {"batch": 0, "num_heads": 2}, "values": values, **more}
    return build_heat_maps({"axes": ["seq_len", "d_k"], "panels": [panel], "scale": scale}, allowed)


def levels(built):
    return [[cell.level for cell in row] for row in built.panels[0].rows]


def test_zero_is_neutral_and_sign_is_the_hue() -> None:
    assert levels(maps([[0.0, 1.0, -1.0, 0.3, -0.3]])) == [["0", "p5", "n5", "p2", "n2"]]


def test_what_is_allowed_is_neutral_and_just_beyond_is_not() -> None:
    assert levels(maps([[0.01, -0.01, 0.011, -0.011]])) == [["0", "0", "p1", "n1"]]


def test_an_error_that_is_no_number_has_a_level_of_its_own() -> None:
    built = maps([[None, 0.0]])
    assert levels(built) == [["nan", "0"]]
    assert built.panels[0].rows[0][0].text == "NaN"


def test_panels_are_named_by_the_axes_held_still() -> None:
    assert maps([[0.0]]).panels[0].label_text == "batch 0 · num_heads 2"


def test_cells_of_a_cropped_panel_keep_the_indices_of_the_result() -> None:
    cell = maps([[0.0, 0.5]], origin=[3, 10]).panels[0].rows[0][1]
    assert (cell.row, cell.column) == (3, 11)
    assert (cell.x, cell.y) == (cell.side, 0)


def test_cells_stay_within_bounds_whatever_the_width() -> None:
    assert maps([[0.0]]).panels[0].rows[0][0].side == 24
    assert maps([[0.0] * 40]).panels[0].rows[0][0].side == 9


def test_no_map_gives_none() -> None:
    assert build_heat_maps(None, 0.1) is None
    assert build_heat_maps({"axes": [], "panels": [], "scale": 0.0}, 0.1) is None


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (2.0, "+2"), (-0.12345, "-0.123"), (float("inf"), "NaN")])
def test_a_difference_always_says_its_sign(value: float, text: str) -> None:
    assert signed(value) == text
