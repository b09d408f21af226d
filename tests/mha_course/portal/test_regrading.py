"""Grading a submission again: the verdict that counts stays on the page meanwhile, and only instructors may ask."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mha_course.submissions import runs, services
from mha_course.submissions.models import RunState, Submission
from tests.mha_course.portal.conftest import ACCEPTED, RESHAPE_ONLY
from tests.mha_course.portal.reading import text_of

pytestmark = pytest.mark.django_db

QUIET_LINE = "This submission is being graded again."


def regraded(submission):
    (run,) = services.regrade(submissions=[submission])
    return run


@pytest.fixture
def page_of(browser):
    def page_of(submission, name="portal:verdict"):
        return browser.get(reverse(name, args=[submission.pk]))

    return page_of


@pytest.mark.parametrize("name", ["portal:verdict", "portal:submission"])
@pytest.mark.parametrize("is_begun", [False, True])
def test_the_verdict_stays_while_a_regrade_is_on_its_way(page_of, sent, no_redis, name, is_begun):
    submission = sent(ACCEPTED)
    again = regraded(submission)
    if is_begun:
        runs.claim(again.pk)
    page = page_of(submission, name)
    assert "10 of 10 points" in text_of(page)
    assert QUIET_LINE in text_of(page)
    assert "Waiting for a worker" not in text_of(page)
    assert 'data-phase="graded" data-is-final="false"' in page.content.decode()


def test_the_verdict_stays_after_a_regrade_that_failed_and_the_page_says_so(page_of, sent, no_redis):
    submission = sent(ACCEPTED)
    runs.fail(runs.claim(regraded(submission).pk), "disk full", may_retry=False)
    page = page_of(submission)
    assert "10 of 10 points" in text_of(page)
    assert "This verdict still counts." in text_of(page)
    assert "our fault, not yours" not in text_of(page)
    assert QUIET_LINE not in text_of(page)
    assert 'data-is-final="true"' in page.content.decode()


def test_a_finished_regrade_replaces_the_verdict(page_of, sent, graded, no_redis):
    submission = sent(ACCEPTED)
    again = regraded(submission)
    assert runs.finish(runs.claim(again.pk), graded(RESHAPE_ONLY))
    page = page_of(submission)
    assert "10 of 10 points" not in text_of(page)
    assert QUIET_LINE not in text_of(page)
    assert 'data-is-final="true"' in page.content.decode()


def test_a_page_can_tell_when_something_happened(page_of, sent, graded, no_redis):
    submission = sent(ACCEPTED)
    versions = [page_of(submission).context["verdict"].version]
    again = regraded(submission)
    versions.append(page_of(submission).context["verdict"].version)
    held = runs.claim(again.pk)
    versions.append(page_of(submission).context["verdict"].version)
    runs.finish(held, graded(RESHAPE_ONLY))
    versions.append(page_of(submission).context["verdict"].version)
    assert len(set(versions)) == 4
    assert page_of(submission).context["verdict"].version == versions[-1]


def test_an_instructor_asks_on_the_submissions_page_and_comes_back_to_it(client, sent, cohort, instructor, no_redis):
    submission = sent(ACCEPTED)
    page = reverse("portal:submission", args=[submission.pk])
    client.force_login(instructor)
    assert reverse("portal:regrade", args=[submission.pk]) in client.get(page).content.decode()
    answer = client.post(reverse("portal:regrade", args=[submission.pk]), follow=True)
    assert answer.redirect_chain == [(page, 302)]
    assert QUIET_LINE in text_of(answer)
    assert reverse("portal:regrade", args=[submission.pk]) not in answer.content.decode()
    assert submission.runs.filter(state=RunState.QUEUED, is_regrade=True).count() == 1


@pytest.mark.parametrize("state", [RunState.QUEUED, RunState.RUNNING, RunState.SUPERSEDED, RunState.CANCELLED])
def test_grading_again_is_not_offered_where_it_has_no_sense(client, sent, cohort, instructor, state):
    submission = sent(state=state)
    client.force_login(instructor)
    page = client.get(reverse("portal:submission", args=[submission.pk]))
    assert "Grade again" not in text_of(page)


def test_what_failed_can_be_graded_again(client, sent, cohort, instructor):
    submission = sent(state=RunState.FAILED)
    client.force_login(instructor)
    assert "Grade again" in text_of(client.get(reverse("portal:submission", args=[submission.pk])))


def test_learners_are_neither_offered_a_regrade_nor_given_one(page_of, browser, sent):
    submission = sent(ACCEPTED)
    assert "Grade again" not in text_of(page_of(submission, "portal:submission"))
    assert browser.post(reverse("portal:regrade", args=[submission.pk])).status_code == 403
    assert submission.runs.count() == 1


def test_a_withdrawn_exercise_is_not_graded_again(client, sent, cohort, instructor):
    submission = sent(ACCEPTED)
    Submission.objects.filter(pk=submission.pk).update(exercise="withdrawn")
    client.force_login(instructor)
    answer = client.post(reverse("portal:regrade", args=[submission.pk]), follow=True)
    assert "nothing can be graded again" in text_of(answer)
    assert "Grade again" not in text_of(answer)
    assert submission.runs.count() == 1
