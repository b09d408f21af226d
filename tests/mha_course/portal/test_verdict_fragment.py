"""The verdict in every state, for every reader, in both languages."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from exercises import registry
from grader.messages import message
from mha_course.submissions.models import RunState, Submission
from tests.mha_course.portal.conftest import ACCEPTED, DOES_NOT_PARSE, NO_TRANSPOSE, RAISES, RESHAPE_ONLY
from tests.mha_course.portal.reading import text_of

pytestmark = pytest.mark.django_db


def fragment(client, submission, **headers):
    response = client.get(reverse("portal:verdict", args=[submission.pk]), headers=headers)
    assert response.status_code == 200
    return response


def html_of(client, submission, **headers):
    return fragment(client, submission, **headers).content.decode()


def test_a_known_cause_is_named_with_its_concept_and_a_question_that_goes_with_it(browser, sent):
    html = html_of(browser, sent(RESHAPE_ONLY))
    belief = next(
        belief for belief in registry.get("split-heads").misconceptions if belief.id == "split-view-no-transpose"
    )
    assert belief.text.en[:40] in html
    assert 'class="concept"' in html
    assert re.search(r'class="quiz-links">.*href="/quizzes/[\w-]+/items/[\w-]+/"', html, re.DOTALL)


def test_wrong_numbers_are_shown_as_maps_with_a_table_and_the_first_mismatch_by_axis_name(browser, sent):
    html = html_of(browser, sent(RESHAPE_ONLY))
    assert html.count("data-heat-map ") >= 6
    assert "heat-p5" in html
    assert "heat-n5" in html
    assert 'data-row-axis="seq_len" data-column-axis="d_k"' in html
    assert "The same as a table" in html
    first = re.search(r"First at</dt><dd>(.*?)</dd>", html, re.DOTALL)[1]
    assert re.sub(r"<[^>]+>", "", first) == "batch 0 · num_heads 0 · seq_len 1 · d_k 0"


def test_a_wrong_shape_is_a_ladder_with_the_proven_repair_as_code_to_copy(browser, sent):
    html = html_of(browser, sent(NO_TRANSPOSE))
    ladder = re.search(r'<table class="ladder">.*?</table>', html, re.DOTALL)[0]
    assert ladder.count("is-wrong") == 2
    assert 'axis-batch">batch' in ladder
    assert 'data-copy=".swapaxes(1, 2)"' in html


def test_what_an_exception_means_is_said_once(browser, sent):
    beginning = message("error.cannot_reshape", "en").partition(".")[0]
    assert text_of(fragment(browser, sent(RAISES))).count(beginning) == 1


def test_an_exception_is_shown_with_its_line_and_prints_are_escaped(browser, sent):
    html = html_of(browser, sent(RAISES))
    assert 'data-error-line="3"' in html
    assert "line 3 of your code" in html
    assert "&lt;b&gt;shape&lt;/b&gt;" in html


def test_an_accepted_submission_is_calm(browser, sent):
    html = html_of(browser, sent(ACCEPTED))
    assert 'data-tone="right"' in html
    assert "case-detail" not in html
    assert "10 of 10 points" in html


def test_what_never_ran_says_why_and_costs_nothing(browser, sent):
    response = fragment(browser, sent(DOES_NOT_PARSE))
    assert "no attempt used" in text_of(response)
    assert "line 1" in text_of(response)
    assert 'data-error-line="1"' in response.content.decode()


def test_hidden_cases_are_only_counted(browser, sent, graded):
    hidden = [case for case in graded(RESHAPE_ONLY).cases if not case.visible]
    submission = sent(RESHAPE_ONLY)
    for language in ("en", "ja"):
        html = html_of(browser, submission, accept_language=language)
        assert all(case.name[language] not in html for case in hidden if case.name[language])
    assert re.search(rf"hidden: \d of {len(hidden)} passed", html_of(browser, submission, accept_language="en"))


def test_visible_cases_only_counts_for_nothing_and_says_so(browser, sent):
    text = text_of(fragment(browser, sent(ACCEPTED, visible_only=True)))
    assert "Visible cases only" in text
    assert "hidden:" not in text


def test_the_change_since_the_last_submission_is_told(browser, sent):
    sent(RESHAPE_ONLY)
    text = text_of(fragment(browser, sent(ACCEPTED)))
    assert "Since your last submission" in text
    assert "Now right" in text


def test_the_first_submission_has_nothing_to_be_compared_with(browser, sent):
    assert "Since your last submission" not in text_of(fragment(browser, sent(RESHAPE_ONLY)))


@pytest.mark.parametrize(
    ("state", "words", "is_final"),
    [
        (RunState.QUEUED, "Waiting for a worker", "false"),
        (RunState.RUNNING, "Running your code", "false"),
        (RunState.FAILED, "our fault, not yours", "true"),
        (RunState.SUPERSEDED, "Replaced by a newer submission", "true"),
        (RunState.CANCELLED, "Cancelled", "true"),
    ],
)
def test_every_state_without_a_verdict_has_its_own_words(browser, sent, state, words, is_final):
    response = fragment(browser, sent(state=state))
    assert words in text_of(response)
    assert f'data-phase="{state.value}" data-is-final="{is_final}"' in response.content.decode()


def test_a_submission_to_an_exercise_that_was_withdrawn_stays_readable(browser, sent):
    submission = sent(ACCEPTED)
    Submission.objects.filter(pk=submission.pk).update(exercise="withdrawn")
    response = browser.get(reverse("portal:submission", args=[submission.pk]))
    assert "no longer part of the course" in text_of(response)
    assert "Cancelled" not in text_of(response)
    assert "reshape" in text_of(response)
    assert reverse("portal:exercise", args=["withdrawn"]) not in response.content.decode()


def test_a_waiting_submission_says_how_many_are_before_it(browser, sent, instructor):
    for _older in range(2):
        sent(state=RunState.QUEUED, by=instructor)
    assert "2 submissions are before yours." in text_of(fragment(browser, sent(state=RunState.QUEUED)))


def test_a_failure_of_ours_tells_no_reason_meant_for_operators(browser, sent):
    text = text_of(fragment(browser, sent(state=RunState.FAILED)))
    assert "disk" not in text
    assert "no attempt" in text


@pytest.mark.parametrize("source", [RESHAPE_ONLY, NO_TRANSPOSE, RAISES, ACCEPTED, DOES_NOT_PARSE])
def test_japanese_readers_get_japanese(browser, sent, source):
    html = html_of(browser, sent(source), accept_language="ja")
    headline = re.search(r"data-headline>(.*?)</h2>", html, re.DOTALL)[1]
    assert re.search(r"[ぁ-んァ-ン一-龥]", headline)
    for english in ("Cases", "expected", "yours", "Shape", "points", "What your numbers show", "hidden"):
        assert f">{english}" not in html


@pytest.mark.parametrize("source", [RESHAPE_ONLY, NO_TRANSPOSE, RAISES])
def test_nothing_in_it_needs_an_exception_from_the_content_policy(browser, sent, source):
    html = html_of(browser, sent(source))
    assert "style=" not in html
    assert "<script" not in html
    assert not re.search(r"\son\w+=", html)


def test_only_those_who_may_read_a_submission_see_it(client, sent, cohort, instructor, make_user):
    submission = sent(RESHAPE_ONLY)
    urls = [reverse(name, args=[submission.pk]) for name in ("portal:verdict", "portal:submission")]
    for url in urls:
        assert client.get(url).status_code == 302
    client.force_login(make_user("stranger"))
    assert [client.get(url).status_code for url in urls] == [403, 403]
    client.force_login(instructor)
    assert [client.get(url).status_code for url in urls] == [200, 200]


def test_a_graded_fragment_makes_a_known_number_of_queries(browser, sent, django_assert_num_queries):
    sent(NO_TRANSPOSE)
    submission = sent(RESHAPE_ONLY)
    url = reverse("portal:verdict", args=[submission.pk])
    browser.get(url)
    with django_assert_num_queries(7):  # session, reader, submission, its run, the earlier run, and two for the quiz
        browser.get(url)
