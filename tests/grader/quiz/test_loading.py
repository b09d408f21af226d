"""Quiz files: what is read, and what is refused with the place and the repair."""

from __future__ import annotations

import pytest

from grader.errors import ExerciseError, UsageError
from grader.quiz import Kind, load_quiz


def test_a_file_becomes_a_quiz_in_its_order(quiz):
    assert quiz.slug == "small"
    assert quiz.title["ja"] == "小さい"
    assert [item.kind for item in quiz.items] == list(Kind)
    assert quiz.item("number").misconceptions == {"dk-is-token-count"}


def test_an_unknown_item_is_named_with_those_that_exist(quiz):
    with pytest.raises(UsageError, match=r"small has no item 'two'; it has one, many"):
        quiz.item("two")


def test_numbers_are_pairwise_different_whatever_the_draw(quiz):
    for draw in quiz.item("number").draws:
        assert len(set(draw.values())) == len(draw) == 4
        assert draw["d_model"] == draw["heads"] * draw["d_k"]


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (('ja = "小さい"', 'ja = " "'), "quiz small: 'title' is missing in Japanese"),
        (
            ('why = { en = "No", ja = "いいえ" }', 'why = { en = "No" }'),
            "item one: option b: 'why' is missing in Japanese",
        ),
        ((', why = { en = "Yes", ja = "はい" }', ""), "item one: option a: 'why' is missing"),
        (('kind = "single"', 'kind = "essay"'), "item one: unknown kind 'essay'; known are single, multiple"),
        (('id = "many"', 'id = "one"'), "item one stands there more than once"),
        (('id = "b"', 'id = "a"'), "item one: option a stands there more than once"),
        (('en = "Nothing"', 'en = "A key\'s length"'), "item one: options .* collide for tokens=5, d_k=3"),
        (('en = "{tokens}",', 'en = "{token}",'), r"item one: {token} stands in a text, but token is no parameter"),
        (('misconception = "unseen", why', "why"), "item one: option c: a wrong option names the 'misconception'"),
        (
            ("right = true, text", 'misconception = "unseen", right = true, text'),
            "a right option has no 'misconception'",
        ),
        (('id = "c", text', 'id = "c", right = true, text'), "item one: .*misconception"),
        (('formula = "tokens"', 'formula = "heads * d_k / heads"'), "item number: options .* collide"),
        (('formula = "tokens"', 'formula = "d_k + 0.15"'), "item number: options .* collide"),
        (('formula = "tokens"', 'formula = "token"'), "the formula reads token, which is no parameter"),
        (('formula = "tokens"', 'formula = "open(1)"'), "item number: option .*holds 'open"),
        (('shape = ["tokens", "tokens"]', 'shape = ["d_k + tokens - d_k", "d_k"]'), "item shape: options .* collide"),
        (('shape = ["tokens", "tokens"]', 'shape = ["tokens / 2"]'), "has an axis of size 2.5"),
        (('axes = ["seq_len", "d_k"]', 'axes = ["seq_len"]'), "'axes' names every axis of the right shape"),
        (('code = ["view"]', 'code = ["view", " permute "]'), "item blank: options .* collide"),
        (("x.____(2, 0)", "x.permute(2, 0)"), "'code' holds the blank ____ exactly once"),
        (('then = "second"', 'then = "fourth"'), "rule first before fourth is not about two steps"),
        (('id = "third", right = true', 'misconception = "unseen", id = "third"'), "all of them 'right'"),
        (("tolerance = 0.1", 'tolerance = "small"'), "'tolerance' is a number"),
        (("tolerance = 0.1", "tolerence = 0.1"), "item number: unknown field tolerence"),
        (("heads = [2, 3, 5]", "heads = []"), "parameter heads is a list of numbers"),
        (("tokens = [5, 7], d_k = [3, 4, 5]", "tokens = [5], d_k = [5]"), "no combination of the parameters"),
        (("tokens = [5, 7], d_k = [3, 4, 5]", "tokens = {from = 1, to = 9999}, d_k = [3]"), "9999 combinations"),
        (('concept = "d-k"', 'concept = "dk"'), "concept dk has no text"),
        (("unseen = {", 'other = {en = "x", ja = "y"}\nunseen = {'), "belief other belongs to no item"),
        (('unseen = { en = "it does not matter", ja = "関係がない" }', ""), "belief unseen has no text"),
        (("title = {", "title = [{"), "the file cannot be read"),
    ],
)
def test_a_broken_file_is_refused_and_the_place_named(load, edit, complaint):
    with pytest.raises(ExerciseError, match=complaint):
        load(edit)


def test_a_condition_narrows_the_draws(load):
    quiz = load(("tolerance = 0.1", 'tolerance = 0.1\nwhere = ["tokens < heads"]'))

    assert quiz.item("number").draws
    assert all(draw["tokens"] < draw["heads"] for draw in quiz.item("number").draws)


def test_a_missing_file_is_an_authors_fault(tmp_path):
    with pytest.raises(ExerciseError, match="quiz nowhere: the file cannot be read"):
        load_quiz(tmp_path / "nowhere.toml")
