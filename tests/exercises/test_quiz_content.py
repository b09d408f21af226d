"""The course's quizzes: what they state is computed again, and no seed makes a wrong rule right."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
import torch

from exercises import registry
from grader import attention
from grader.quiz import Kind, instantiate, mark

QUIZZES = registry.all_quizzes()
ITEMS = [pytest.param(quiz, item, id=f"{quiz.slug}/{item.id}") for quiz in QUIZZES for item in quiz.items]
SEEDS = range(200)


def option(slug, item_id, option_id):
    item = registry.get_quiz(slug).item(item_id)
    return next(option for option in item.options if option.id == option_id)


def shown_array(slug, item_id, option_id):
    """The array that an option writes out."""
    text = option(slug, item_id, option_id).text.en
    rows = re.findall(r"\[(\d[\d, ]*)\]", text)
    return np.array([[int(number) for number in row.split(",")] for row in rows])


@pytest.mark.parametrize(("quiz", "item"), ITEMS)
def test_no_seed_makes_options_collide_or_a_wrong_rule_right(quiz, item):
    for seed in SEEDS:
        instance = instantiate(item, seed)
        texts = [(choice.text.en, choice.text.ja) for choice in instance.choices]
        assert len(set(texts)) == len(texts)
        if item.kind in (Kind.NUMERIC, Kind.SHAPE):
            for choice in instance.choices:
                result = mark(instance, str(choice.value))
                assert result.is_correct is choice.is_right
                assert result.misconceptions == ((choice.misconception,) if choice.misconception else ())
        if item.kind is Kind.NUMERIC:
            for one, other in combinations(instance.choices, 2):
                assert abs(one.value - other.value) > 2 * item.tolerance


@pytest.mark.parametrize(("quiz", "item"), ITEMS)
def test_nothing_is_left_unfilled_and_both_languages_say_the_same_numbers(quiz, item):
    for seed in range(20):
        instance = instantiate(item, seed)
        texts = [
            instance.stem,
            *(choice.why for choice in instance.choices),
            *(choice.text for choice in instance.choices),
        ]
        for text in texts:
            outside_formulas = re.sub(r"\$[^$]*\$", "", text.en + text.ja)
            assert not re.search(r"\{\w+\}", outside_formulas)
            assert not re.search(r"(?<!\{)\{\{\w+\}\}(?!\})", text.en + text.ja)
            assert text.en.strip()
            assert text.ja.strip()
            assert text.en.count("$") % 2 == text.ja.count("$") % 2 == 0


@pytest.mark.parametrize(("quiz", "item"), ITEMS)
def test_every_formula_and_marking_is_the_same_in_both_languages(quiz, item):
    """A formula or a piece of code is no matter of language; only where a sentence needs it twice may they differ."""
    for text in [item.stem, *(option.why for option in item.options)]:
        formulas = [set(re.findall(r"\$[^$]+\$", passage)) for passage in (text.en, text.ja)]
        parameters = [
            set(re.findall(r"\{(\w+)\}", re.sub(r"\$[^$]*\$", "", passage))) for passage in (text.en, text.ja)
        ]
        assert parameters[0] == parameters[1], text.en
        assert formulas[0] & formulas[1] or not formulas[0] or not formulas[1], text.en


def test_the_quiz_of_the_video_uses_every_kind():
    quiz = registry.get_quiz("dk-and-cross-attention")

    assert {item.kind for item in quiz.items} == set(Kind)


@pytest.mark.parametrize("d_k", [16, 64, 144])
def test_variance_of_a_product_is_its_length(d_k):
    rng = np.random.default_rng(3)
    query, key = rng.standard_normal((2, 100_000, d_k))
    products = (query * key).sum(axis=1)

    assert products.var() == pytest.approx(d_k, rel=0.03)
    assert (products / np.sqrt(d_k)).var() == pytest.approx(1, rel=0.03)
    assert (products / d_k).var() == pytest.approx(1 / d_k, rel=0.03)


def test_the_largest_of_ten_weights_without_and_with_scaling():
    rng = np.random.default_rng(5)
    keys = rng.standard_normal((10_000, 10, 64))
    scores = np.einsum("nd,nkd->nk", rng.standard_normal((10_000, 64)), keys)

    assert attention.softmax(scores).max(axis=1).mean() == pytest.approx(0.87, abs=0.01)
    assert attention.softmax(scores / 8).max(axis=1).mean() == pytest.approx(0.32, abs=0.01)


def test_the_identity_cannot_tell_the_two_scales_apart():
    weights = attention.softmax(np.eye(2) / np.sqrt(2))

    assert weights[0] == pytest.approx([0.6698, 0.3302], abs=5e-5)


def test_shuffling_the_source_leaves_cross_attention_unchanged():
    rng = np.random.default_rng(7)
    query, key, value = rng.standard_normal((3, 4)), rng.standard_normal((5, 4)), rng.standard_normal((5, 2))
    order = rng.permutation(5)

    def attend(query, key, value):
        return attention.softmax(query @ key.T / 2) @ value

    assert attend(query, key[order], value[order]) == pytest.approx(attend(query, key, value))


def test_the_programs_of_the_overflow_item_do_what_is_said():
    x = np.array([1000.0, 0.0])
    results = {}
    for option_id in ("plain", "max", "constant"):
        names = {"np": np, "x": x}
        program, _semicolon, result = (
            option("softmax-heads-masks", "softmax-overflow", option_id).text.en.strip("`").partition("; ")
        )
        with np.errstate(all="ignore"):
            exec(program, names)
            results[option_id] = eval(result, names)

    assert np.isnan(results["plain"]).any()
    assert results["max"] == pytest.approx([1, 0])
    assert results["constant"] == pytest.approx([1, 0])


def test_one_maximum_for_all_rows_loses_the_quiet_row():
    rows = np.array([[0.0, 1.0], [1000.0, 1001.0]])
    exponentials = np.exp(rows - rows.max())

    with np.errstate(invalid="ignore"):
        shifted = exponentials / exponentials.sum(axis=1, keepdims=True)

    assert np.isnan(shifted[0]).all()
    assert attention.softmax(rows)[0] == pytest.approx([0.2689, 0.7311], abs=5e-5)


def test_the_arrays_of_the_split_item_are_what_each_mistake_gives():
    x = np.arange(8).reshape(2, 4)
    expected = {
        "features": x.reshape(2, 2, 2).swapaxes(0, 1)[0],
        "view": x.reshape(2, 2, 2)[0],
        "interleaved": x.reshape(2, 2, 2).transpose(2, 0, 1)[0],
        "transposed": x.T.reshape(2, 2, 2)[0],
        "tokens": np.split(x, 2, axis=0)[0],
    }

    for option_id, array in expected.items():
        assert np.array_equal(shown_array("softmax-heads-masks", "which-numbers-are-head-0", option_id), array)


def test_the_arrays_of_the_concat_item_are_what_each_mistake_gives():
    heads = np.array([[[0, 1], [4, 5]], [[2, 3], [6, 7]]])
    expected = {
        "side-by-side": heads.swapaxes(0, 1).reshape(2, 4),
        "reshape": heads.reshape(2, 4),
        "interleaved": heads.transpose(1, 2, 0).reshape(2, 4),
        "mean": heads.mean(axis=0),
        "stacked": heads.reshape(4, 2),
    }

    for option_id, array in expected.items():
        assert np.array_equal(shown_array("softmax-heads-masks", "what-concat-gives", option_id), array)


def test_the_numbers_of_head_1_are_what_each_rule_reads():
    item = registry.get_quiz("softmax-heads-masks").item("first-number-of-head-1")
    for draw in item.draws:
        tokens, heads, d_k, token = (draw[name] for name in ("seq_len", "num_heads", "d_k", "token"))
        x = np.arange(draw["size"]).reshape(tokens, draw["d_model"])
        values = [option.formulas[0].evaluate(draw) for option in item.options]
        assert values == [
            x.reshape(tokens, heads, d_k)[token, 1, 0],
            x.reshape(heads, tokens, d_k)[1, token, 0],
            x.reshape(tokens, d_k, heads)[token, 0, 1],
        ]


def test_pytorch_counts_parameters_and_orders_its_concat_as_the_items_say():
    item = registry.get_quiz("softmax-heads-masks").item("parameters-of-a-layer")
    for draw in item.draws:
        layer = torch.nn.MultiheadAttention(draw["d_model"], draw["num_heads"])
        assert sum(parameter.numel() for parameter in layer.parameters()) == item.options[0].formulas[0].evaluate(draw)

    heads = torch.arange(2 * 3 * 5 * 4).reshape(2, 3, 5, 4)
    merged = heads.permute(2, 0, 1, 3).reshape(5 * 2, 12)
    for token in range(5):
        for sentence in range(2):
            assert torch.equal(merged[token * 2 + sentence], heads[sentence, :, token].reshape(-1))
    with pytest.raises(TypeError):
        heads.transpose(2, 0, 1, 3)
    with pytest.raises(RuntimeError):
        heads.permute(1, 2)


def test_pytorch_reads_true_in_its_masks_as_the_item_says():
    query, key, value = torch.randn(3, 1, 1, 4, generator=torch.Generator().manual_seed(1))
    key, value = torch.cat([key, -key]), torch.cat([value, 2 * value])
    only_first = torch.tensor([[True, False]])

    attended = torch.nn.functional.scaled_dot_product_attention(query[0], key[:, 0], value[:, 0], attn_mask=only_first)
    assert torch.allclose(attended, value[0])

    layer = torch.nn.MultiheadAttention(4, 2)
    for mask in ({"attn_mask": only_first}, {"key_padding_mask": only_first}):
        weights = layer(query, key, value, **mask)[1]
        assert weights[0, 0].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("exercise", registry.all_exercises(), ids=lambda exercise: exercise.slug)
def test_every_mistake_of_an_exercise_leads_to_a_question(exercise):
    for misconception in exercise.misconceptions:
        assert registry.quiz_items_for([misconception.id], misconception.concept), misconception.id
