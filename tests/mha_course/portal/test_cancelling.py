"""Taking back a submission that still waits: its learner may, from the page, and nobody else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mha_course.submissions import runs, services
from mha_course.submissions.models import RunState
from mha_course.submissions.selectors import latest_run
from tests.mha_course.portal.conftest import ACCEPTED
from tests.mha_course.portal.reading import text_of

pytestmark = pytest.mark.django_db

BUTTON = "Cancel this submission"


def page(client, submission):
    return text_of(client.get(reverse("portal:submission", args=[submission.pk])))


def cancelled(client, submission):
    return client.post(reverse("portal:cancel", args=[submission.pk]), follow=True)


def test_a_waiting_submission_is_taken_back_and_its_page_says_so(browser, sent):
    submission = sent(state=RunState.QUEUED)
    assert BUTTON in page(browser, submission)
    answer = cancelled(browser, submission)
    assert answer.redirect_chain == [(reverse("portal:submission", args=[submission.pk]), 302)]
    assert "taken back before there was a verdict" in text_of(answer)
    assert BUTTON not in text_of(answer)
    assert latest_run(submission).state == RunState.CANCELLED


def test_the_button_is_in_the_fragment_of_the_live_page_with_its_token(browser, sent):
    submission = sent(state=RunState.QUEUED)
    html = browser.get(reverse("portal:verdict", args=[submission.pk])).content.decode()
    assert f'action="{reverse("portal:cancel", args=[submission.pk])}" method="post"' in html
    assert "csrfmiddlewaretoken" in html


@pytest.mark.parametrize("state", [state for state in RunState if state != RunState.QUEUED])
def test_what_does_not_wait_has_no_button(browser, sent, state):
    assert BUTTON not in page(browser, sent(state=state))


def test_a_verdict_that_came_first_stays_and_the_page_says_why(browser, sent):
    submission = sent(ACCEPTED)
    answer = cancelled(browser, submission)
    assert "nothing left to cancel" in text_of(answer)
    assert latest_run(submission).state == RunState.GRADED


def test_a_learner_cannot_stop_a_regrade(browser, sent, no_redis):
    submission = sent(state=RunState.FAILED)
    (again,) = services.regrade(submissions=[submission])
    assert BUTTON not in page(browser, submission)
    cancelled(browser, submission)
    assert runs.claim(again.pk)


@pytest.mark.parametrize("reader", ["instructor", "stranger"])
def test_nobody_else_takes_it_back(client, sent, cohort, instructor, make_user, reader):
    submission = sent(state=RunState.QUEUED)
    client.force_login(instructor if reader == "instructor" else make_user("stranger"))
    assert cancelled(client, submission).status_code == 403
    assert BUTTON not in text_of(client.get(reverse("portal:verdict", args=[submission.pk])))
    assert latest_run(submission).state == RunState.QUEUED
