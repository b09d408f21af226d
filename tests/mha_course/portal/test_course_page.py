"""The course as a path: what is done, what is next, and why."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from exercises import registry
from mha_course.portal.course_page import build_course_page
from mha_course.portal.units import UNITS, unit_of
from tests.mha_course.portal.conftest import ACCEPTED, RESHAPE_ONLY
from tests.mha_course.portal.reading import text_of

pytestmark = pytest.mark.django_db


def step_of(page, slug):
    return next(step for unit in page.units for step in unit.exercises if step.slug == slug)


def test_every_exercise_and_quiz_stands_once_on_the_path(db):
    page = build_course_page(None, "en")
    slugs = [step.slug for unit in page.units for step in unit.exercises]
    assert slugs == [exercise.slug for exercise in registry.all_exercises()]
    quizzes = [step.slug for unit in page.units for step in unit.quizzes]
    assert sorted(quizzes) == sorted(quiz.slug for quiz in registry.all_quizzes())


def test_the_course_begins_with_its_first_exercise(learner):
    page = build_course_page(learner, "en")
    assert page.next_step.step.slug == registry.all_exercises()[0].slug
    assert "begins here" in page.next_step.why


def test_an_accepted_exercise_is_done(learner, sent):
    sent(ACCEPTED)
    step = step_of(build_course_page(learner, "en"), "split-heads")
    assert (step.state, step.best_points) == ("accepted", 10)


def test_a_begun_exercise_shows_its_best_points(learner, sent):
    sent(RESHAPE_ONLY)
    step = step_of(build_course_page(learner, "en"), "split-heads")
    assert step.state == "started"
    assert 0 <= step.best_points < 10


def test_trying_visible_cases_accepts_nothing(learner, sent):
    sent(ACCEPTED, visible_only=True)
    assert step_of(build_course_page(learner, "en"), "split-heads").state == "started"


def test_visitors_see_the_path_without_progress(client):
    response = client.get(reverse("portal:course"))
    assert response.status_code == 200
    assert "Split heads" in text_of(response)


@pytest.mark.parametrize(("language", "words"), [("en", "Many heads"), ("ja", "複数のヘッド")])
def test_the_page_reads_in_the_browsers_language(browser, language, words):
    response = browser.get(reverse("portal:course"), headers={"accept-language": language})
    assert f'<html lang="{language}"' in response.content.decode()
    assert words in text_of(response)


def test_a_japanese_page_has_no_english_sentence_left(browser):
    text = text_of(browser.get(reverse("portal:course"), headers={"accept-language": "ja"}))
    assert not re.search(r"\b(the|of|and|your|points)\b", text)


def test_the_language_switch_is_kept(browser):
    browser.post(reverse("set_language"), {"language": "ja", "next": "/"})
    assert (
        '<html lang="ja"' in browser.get(reverse("portal:course"), headers={"accept-language": "en"}).content.decode()
    )


@pytest.mark.parametrize(("cookie", "attribute"), [("dark", 'data-theme="dark"'), ('x"><script>', None)])
def test_the_chosen_theme_is_there_from_the_first_paint(browser, cookie, attribute):
    browser.cookies["theme"] = cookie
    html = browser.get(reverse("portal:course")).content.decode()
    assert (attribute in html) if attribute else ("data-theme=" not in html and 'x"><script>' not in html)


def test_instructors_find_their_dashboard_and_learners_do_not(client, learner, instructor, cohort):
    for user, is_there in ((learner, False), (instructor, True)):
        client.force_login(user)
        assert (reverse("dashboard:index") in client.get(reverse("portal:course")).content.decode()) is is_there


def test_the_page_makes_a_known_number_of_queries(browser, sent, django_assert_num_queries):
    sent(RESHAPE_ONLY)
    sent(ACCEPTED)
    browser.get(reverse("portal:course"))
    with django_assert_num_queries(8):  # session, reader, two for progress, one for quizzes, three for the header
        browser.get(reverse("portal:course"))


def test_every_unit_of_the_content_has_words():
    for exercise in registry.all_exercises():
        assert unit_of(exercise.unit).title
    assert [unit.number for unit in UNITS] == list(range(1, len(UNITS) + 1))
    with pytest.raises(LookupError):
        unit_of(99)
