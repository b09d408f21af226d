"""Quiz pages as a browser without scripts meets them, in both languages."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from exercises import registry
from mha_course.quizzes import catalogue, services
from mha_course.quizzes.models import QuizAttempt, QuizResponse

pytestmark = pytest.mark.django_db
QUIZ = "dk-and-cross-attention"


@pytest.fixture
def browser(client, learner):
    client.force_login(learner)
    return client


@pytest.fixture
def attempt(learner):
    return services.start(learner=learner, quiz=QUIZ)


def item_url(attempt, item):
    return reverse("portal:quiz_item", args=[attempt.pk, item])


def text_of(response):
    """What a reader sees: no tags, one space between words."""
    html = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_visitors_are_asked_to_log_in(client):
    for url in (reverse("portal:quizzes"), reverse("portal:quiz", args=[QUIZ])):
        response = client.get(url)
        assert response.status_code == 302
        assert reverse("account_login") in response.url


def test_a_quiz_starts_at_its_first_item_and_resumes_at_the_first_open_one(browser, learner):
    start = browser.post(reverse("portal:quiz", args=[QUIZ]))
    attempt = QuizAttempt.objects.get(learner=learner)
    assert start.url == item_url(attempt, "head-width")

    browser.post(start.url, {"entry": "1"})

    assert browser.post(reverse("portal:quiz", args=[QUIZ])).url == item_url(attempt, "sentence-doubles")


def test_looking_at_a_quiz_or_at_one_item_begins_nothing(browser):
    assert browser.get(reverse("portal:quiz", args=[QUIZ])).status_code == 200
    assert browser.get(reverse("portal:quiz_open", args=[QUIZ, "head-width"])).status_code == 200

    assert not QuizAttempt.objects.exists()


def test_an_answer_is_followed_by_the_reason_for_every_option_and_the_idea_behind_it(browser, attempt):
    response = browser.post(item_url(attempt, "who-asks"), {"option": "encoder-asks"}, follow=True)

    shown = text_of(response)
    assert "Not this one. A common idea leads there:" in shown
    assert "“the encoder asks and the decoder is looked up”" in shown
    for option in catalogue.find_quiz(QUIZ).item("who-asks").options:
        assert option.why.en.split(":")[0] in shown.replace("&#x27;", "'")


def test_before_the_answer_no_reason_and_no_typed_answer_is_given_away(browser, attempt):
    for item in catalogue.find_quiz(QUIZ).items:
        html = browser.get(item_url(attempt, item.id)).content.decode()
        instance = catalogue.item_instance(catalogue.find_quiz(QUIZ), item.id, attempt.seed)
        assert not [choice.id for choice in instance.choices if choice.why.en[:30] in html], item.id
        assert not [belief for belief in item.misconceptions if belief in html], item.id


@pytest.mark.parametrize(
    ("item", "form"),
    [
        ("sentence-doubles", {"option": "unchanged"}),
        ("names-that-fit", {"option": ["cross", "source-target", "multi-head", "scaled-dot-product"]}),
        ("pytorch-concat-blank", {"entry": "ｐｅｒｍｕｔｅ"}),
        (
            "pytorch-concat-order",
            {"place-permute": "1", "place-reshape": "2", "place-linear": "3", "place-view": "4"},
        ),
    ],
)
def test_every_kind_of_form_reaches_its_mark(browser, attempt, item, form):
    response = browser.post(item_url(attempt, item), form, follow=True)

    assert "That is right." in text_of(response)
    assert QuizResponse.objects.get().is_correct


def test_a_shape_may_be_typed_with_a_japanese_keyboard_and_is_answered_axis_by_axis(browser, attempt):
    values = catalogue.item_instance(catalogue.find_quiz(QUIZ), "cross-weights-shape", attempt.seed).values
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    typed = f"（{values['tgt_len']}、{values['src_len']}）".translate(wide)

    response = browser.post(item_url(attempt, "cross-weights-shape"), {"entry": typed}, follow=True)

    html = response.content.decode()
    assert "That is right." in html
    assert re.search(r'axis-target">tgt_len</th><th scope="col" class="axis axis-source">src_len</th>', html)


def test_a_wrong_shape_stands_under_the_right_one_with_the_wrong_rung_marked(browser, attempt):
    values = catalogue.item_instance(catalogue.find_quiz(QUIZ), "cross-weights-shape", attempt.seed).values

    response = browser.post(item_url(attempt, "cross-weights-shape"), {"entry": f"1, {values['src_len']}"}, follow=True)

    html = response.content.decode()
    assert "“the decoder asks with a single vector”" in html
    assert html.count('class="is-off"') == 1
    assert f"<td>{values['tgt_len']}</td><td>{values['src_len']}</td>" in html


def test_an_entry_that_cannot_be_read_stays_in_the_field_and_costs_nothing(browser, attempt):
    response = browser.post(item_url(attempt, "head-width"), {"entry": "wide"})

    assert response.status_code == 422
    html = response.content.decode()
    assert "This cannot be read as a number." in html
    assert 'value="wide"' in html
    assert 'aria-invalid="true"' in html
    assert not QuizResponse.objects.exists()


def test_two_steps_on_one_place_are_asked_again(browser, attempt):
    form = {"place-permute": "1", "place-reshape": "1", "place-linear": "3", "place-view": "4"}

    response = browser.post(item_url(attempt, "pytorch-concat-order"), form)

    assert response.status_code == 422
    assert "Give every step a place of its own" in response.content.decode()


def test_a_later_answer_is_shown_but_the_first_stays(browser, attempt):
    browser.post(item_url(attempt, "who-asks"), {"option": "encoder-asks"})

    again = browser.post(item_url(attempt, "who-asks"), {"option": "decoder-asks"})

    assert "That is right." in text_of(again)
    assert "Your first answer counts; this one is only shown." in text_of(again)
    assert QuizResponse.objects.get().response == "encoder-asks"
    assert "Not this one." in text_of(browser.get(item_url(attempt, "who-asks")))


def test_one_item_can_be_answered_from_its_own_address(browser, learner):
    url = reverse("portal:quiz_open", args=[QUIZ, "head-width"])
    shown = browser.get(url)
    stem = text_of(shown)

    response = browser.post(url, {"entry": "5", "seed": shown.context["seed"]})

    attempt = QuizAttempt.objects.get(learner=learner)
    assert response.url == item_url(attempt, "head-width")
    question = catalogue.item_instance(catalogue.find_quiz(QUIZ), "head-width", attempt.seed).stem.en
    assert question.split("`")[0] in stem
    assert browser.get(url).url == item_url(attempt, "head-width")


def test_an_answer_to_numbers_of_another_attempt_is_not_marked(browser, learner):
    url = reverse("portal:quiz_open", args=[QUIZ, "head-width"])
    old_seed = browser.get(url).context["seed"]
    services.finish(learner=learner, attempt=services.start(learner=learner, quiz=QUIZ))

    response = browser.post(url, {"entry": "5", "seed": old_seed})

    assert response.status_code == 200
    assert response.context["seed"] != old_seed
    assert not QuizResponse.objects.exists()


def test_the_result_says_what_to_take_home_and_offers_other_numbers(browser, attempt):
    browser.post(item_url(attempt, "sentence-doubles"), {"option": "doubles"})

    response = browser.post(reverse("portal:quiz_result", args=[attempt.pk]), follow=True)

    shown = text_of(response)
    assert "0 of 16 right" in shown
    assert "15 questions were left open." in shown
    assert "“d_k is the number of tokens”" in shown
    assert "Start again with new numbers" in shown
    restarted = browser.post(reverse("portal:quiz", args=[QUIZ]))
    assert str(attempt.pk) not in restarted.url


def test_an_open_attempt_has_no_result_yet_and_a_closed_one_takes_no_answer(browser, learner, attempt):
    result_url = reverse("portal:quiz_result", args=[attempt.pk])
    assert browser.get(result_url).url == item_url(attempt, "head-width")

    services.finish(learner=learner, attempt=attempt)

    assert browser.post(item_url(attempt, "head-width"), {"entry": "8"}).url == result_url
    assert browser.get(item_url(attempt, "head-width")).url == result_url
    assert not QuizResponse.objects.exists()


def test_nobody_else_opens_or_answers_an_attempt(client, instructor, attempt):
    client.force_login(instructor)

    assert client.get(item_url(attempt, "who-asks")).status_code == 403
    assert client.post(item_url(attempt, "who-asks"), {"option": "decoder-asks"}).status_code == 403
    assert client.post(reverse("portal:quiz_result", args=[attempt.pk])).status_code == 403
    assert not QuizResponse.objects.exists()


def test_what_does_not_exist_is_not_found(browser, attempt):
    assert browser.get(reverse("portal:quiz", args=["astrology"])).status_code == 404
    assert browser.get(reverse("portal:quiz_open", args=[QUIZ, "astrology"])).status_code == 404
    assert browser.get(item_url(attempt, "astrology")).status_code == 404
    assert browser.post(item_url(attempt, "astrology"), {"entry": "1"}).status_code == 404
    services.finish(learner=attempt.learner, attempt=attempt)
    assert browser.post(reverse("portal:quiz_open", args=[QUIZ, "astrology"]), {"entry": "1"}).status_code == 404
    assert QuizAttempt.objects.count() == 1


def test_every_page_speaks_japanese(browser, learner, attempt):
    japanese = {"HTTP_ACCEPT_LANGUAGE": "ja"}
    pages = [reverse("portal:quizzes"), reverse("portal:quiz", args=[QUIZ])]
    pages += [item_url(attempt, item.id) for item in catalogue.find_quiz(QUIZ).items]
    for url in pages:
        response = browser.get(url, **japanese)
        assert response.status_code == 200
        assert '<html lang="ja"' in response.content.decode()
    refused = browser.post(item_url(attempt, "head-width"), {"entry": "広い"}, **japanese)
    assert "数として読み取れません" in refused.content.decode()
    answered = browser.post(item_url(attempt, "who-asks"), {"option": "encoder-asks"}, follow=True, **japanese)
    assert "エンコーダが問い合わせ、デコーダが参照される" in answered.content.decode()
    closed = browser.post(reverse("portal:quiz_result", args=[attempt.pk]), follow=True, **japanese)
    assert "交差注意（Source-Target Attention）" in closed.content.decode()


def test_a_page_stays_within_the_strict_content_policy(browser, attempt):
    for item in catalogue.find_quiz(QUIZ).items:
        html = browser.get(item_url(attempt, item.id)).content.decode()
        assert " style=" not in html
        assert not re.search(r"<script(?![^>]*\bsrc=)", html)
        assert not re.search(r"\son\w+=", html)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", [quiz.slug for quiz in registry.all_quizzes()])
def test_every_formula_and_emphasis_is_set(browser, learner, slug, language):
    """Markdown that its parser does not take shows as dollar signs and asterisks."""
    header = {"HTTP_ACCEPT_LANGUAGE": language}
    attempt = services.start(learner=learner, quiz=slug)
    for item in catalogue.find_quiz(slug).items:
        question = browser.get(item_url(attempt, item.id), **header)
        form = {"entry": "1", "option": item.options[0].id}
        form |= {f"place-{option.id}": place for place, option in enumerate(item.options, start=1)}
        answered = browser.post(item_url(attempt, item.id), form, follow=True, **header)
        for page in (question, answered):
            assert page.status_code == 200
            words = text_of(page)
            assert not re.search(r"\$|\*\*|`", words), (item.id, re.findall(r".{30}(?:\$|\*\*|`).{30}", words))
