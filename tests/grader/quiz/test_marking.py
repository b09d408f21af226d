"""Marking: credit, the belief that a wrong answer shows, a reason for every option, and nothing raises."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.quiz import Kind, instantiate, mark

_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["a", "b", "first"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def instance_of(quiz, item_id, seed=1):
    return instantiate(quiz.item(item_id), seed)


def right_answer(instance):
    """The right response to any instance, as a learner would give it."""
    right = [choice for choice in instance.choices if choice.is_right]
    match instance.item.kind:
        case Kind.SINGLE:
            return right[0].id
        case Kind.MULTIPLE:
            return [choice.id for choice in right]
        case Kind.ORDERING:
            return [option.id for option in instance.item.options]
        case Kind.FILL:
            return right[0].value[0]
        case _:
            return str(right[0].value)


@pytest.mark.parametrize("item_id", ["one", "many", "number", "shape", "order", "blank"])
def test_the_right_answer_has_full_credit_and_shows_no_belief(quiz, item_id):
    for seed in range(50):
        instance = instance_of(quiz, item_id, seed)

        result = mark(instance, right_answer(instance))

        assert (result.is_correct, result.share, result.misconceptions) == (True, 1.0, ())
        assert {reason.choice.id for reason in result.reasons} == {option.id for option in instance.item.options}


def test_the_same_seed_shows_the_same_item_and_another_seed_another(quiz):
    instances = [instance_of(quiz, "number", seed) for seed in range(40)]

    assert instances == [instance_of(quiz, "number", seed) for seed in range(40)]
    assert len({instance.stem.en for instance in instances}) > 5
    assert {instance_of(quiz, "one", seed).choices[0].id for seed in range(40)} == {"a", "b", "c"}


def test_formulas_keep_their_own_braces_and_take_numbers_in_double_ones(load):
    quiz = load(("What is $d_k = {{d_k}}$?", r"$\\sqrt{d_k} = \\sqrt{{{d_k}}}$"))

    instance = instance_of(quiz, "one")

    d_k, tokens = instance.values["d_k"], instance.values["tokens"]
    assert instance.stem.en == rf"{tokens} tokens. $\sqrt{{d_k}} = \sqrt{{{d_k}}}$"


def test_a_wrong_option_names_its_belief_and_every_option_its_reason(quiz):
    result = mark(instance_of(quiz, "one"), "b")

    assert (result.is_correct, result.share) == (False, 0.0)
    assert result.misconceptions == ("dk-is-token-count",)
    assert {reason.choice.id: reason.is_chosen for reason in result.reasons} == {"a": False, "b": True, "c": False}


@pytest.mark.parametrize(
    ("chosen", "share", "beliefs"),
    [
        (["a"], 0.5, ("unseen",)),
        (["b", "a", "b"], 1.0, ()),
        (["a", "b", "c"], 0.5, ("dk-is-token-count",)),
        (["c"], 0.0, ("dk-is-token-count", "unseen")),
        ([], 0.0, ("unseen",)),
    ],
)
def test_ticking_everything_does_not_pay(quiz, chosen, share, beliefs):
    result = mark(instance_of(quiz, "many"), chosen)

    assert (result.share, result.misconceptions) == (share, beliefs)
    assert result.is_correct is (share == 1.0)


def test_a_number_within_the_tolerance_is_right_and_a_known_slip_is_named(quiz):
    instance = instance_of(quiz, "number")
    d_k, tokens = instance.values["d_k"], instance.values["tokens"]

    assert mark(instance, f"{d_k}.09").is_correct
    assert not mark(instance, f"{d_k}.11").is_correct
    assert mark(instance, str(tokens)).misconceptions == ("dk-is-token-count",)
    assert mark(instance, "99").misconceptions == ()


def test_a_swapped_pair_of_steps_names_the_rule_it_breaks(quiz):
    result = mark(instance_of(quiz, "order"), ["second", "first", "third"])

    assert result.share == pytest.approx(1 / 3)
    assert result.misconceptions == ("unseen",)
    assert [rule.why.en for rule in result.broken_rules] == ["1 before 2"]
    assert mark(instance_of(quiz, "order"), ["third", "second", "first"]).share == 0.0


def test_steps_are_never_shown_in_the_right_order(quiz):
    for seed in range(100):
        shown = [choice.id for choice in instance_of(quiz, "order", seed).choices]
        assert shown != ["first", "second", "third"]


def test_a_blank_takes_every_accepted_spelling(quiz):
    instance = instance_of(quiz, "blank")

    assert mark(instance, " x . permute ").is_correct
    assert mark(instance, "ｐｅｒｍｕｔｅ").is_correct
    assert mark(instance, "view").misconceptions == ("unseen",)
    assert not mark(instance, "transpose").is_correct


@pytest.mark.parametrize(
    ("item_id", "response", "problem"),
    [
        ("one", "z", "quiz.choose_one"),
        ("one", ["a"], "quiz.choose_one"),
        ("many", "a", "quiz.choose_any"),
        ("many", ["a", {}], "quiz.choose_any"),
        ("many", ["a"] * 1000, "quiz.choose_any"),
        ("number", "many", "quiz.not_a_number"),
        ("shape", "(B, T)", "quiz.not_a_shape"),
        ("order", ["first", "second"], "quiz.order_every_step"),
        ("order", ["first", "first", "third"], "quiz.order_every_step"),
        ("order", [1, None, {}], "quiz.order_every_step"),
        ("blank", "", "quiz.blank_is_empty"),
    ],
)
def test_what_cannot_be_read_is_asked_again_and_gives_nothing_away(quiz, item_id, response, problem):
    result = mark(instance_of(quiz, item_id), response)

    assert (result.is_readable, result.problem, result.reasons, result.response) == (False, problem, (), None)


def test_every_problem_has_its_text_in_both_languages():
    from grader.messages import message
    from grader.quiz import marking

    problems = {"choose_one", "choose_any", "not_a_number", "not_a_shape", "order_every_step", "blank_is_empty"}
    source = marking.__loader__.get_source(marking.__name__)

    for problem in problems:
        assert f'"quiz.{problem}"' in source
        assert message(f"quiz.{problem}", "en") != message(f"quiz.{problem}", "ja")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(response=_JSON, seed=st.integers(min_value=0, max_value=2**62))
def test_no_response_raises_and_what_was_read_can_be_stored(quiz, response, seed):
    for item in quiz.items:
        result = mark(instantiate(item, seed), response)

        assert 0.0 <= result.share <= 1.0
        json.dumps(result.response, allow_nan=False).encode("utf-8")
