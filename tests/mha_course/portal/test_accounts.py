"""Signing up, logging in and out, and passwords, in both languages."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.mha_course.portal.reading import text_of

pytestmark = pytest.mark.django_db
PAGES = ("account_login", "account_signup", "account_reset_password", "account_reset_password_done")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_account_pages_wear_the_sites_frame_in_both_languages(client, name, language):
    response = client.get(reverse(name), headers={"accept-language": language})
    html = response.content.decode()
    assert response.status_code == 200
    assert f'<html lang="{language}"' in html
    assert 'class="skip-link"' in html
    assert "style=" not in html
    assert "<script>" not in html


@pytest.mark.parametrize("name", PAGES)
def test_a_japanese_account_page_has_no_english_sentence_left(client, name):
    text = text_of(client.get(reverse(name), headers={"accept-language": "ja"}))
    assert not re.search(r"\b(the|your|of|can't|must|optional)\b", text), text


def test_signing_up_logs_in_and_shows_the_name(client):
    form = {
        "username": "beginner",
        "display_name": "新入生",
        "password1": "correct horse battery",
        "password2": "correct horse battery",
    }
    response = client.post(reverse("account_signup"), form, follow=True)
    assert response.redirect_chain[-1][0] == reverse("portal:course")
    assert "新入生" in text_of(response)


def test_a_wrong_password_is_said_beside_the_form(client, learner):
    response = client.post(reverse("account_login"), {"login": "learner", "password": "wrong"})
    assert 'role="alert"' in response.content.decode()


def test_logging_out_asks_first_and_then_leads_to_the_course(client, learner):
    client.force_login(learner)
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.post(reverse("account_logout")).url == reverse("portal:course")


def test_the_password_can_be_changed(client, learner):
    client.force_login(learner)
    assert client.get(reverse("account_change_password")).status_code == 200
    new = "another horse battery"
    client.post(
        reverse("account_change_password"),
        {"oldpassword": "correct horse battery", "password1": new, "password2": new},
    )
    learner.refresh_from_db()
    assert learner.check_password(new)


def test_a_reset_link_sets_a_new_password(client, learner, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": learner.email})
    link = re.search(r"http://\S+(/accounts/\S+)", mailoutbox[0].body)[1]
    page = client.get(link, follow=True)
    new = "another horse battery"
    client.post(page.redirect_chain[-1][0], {"password1": new, "password2": new})
    learner.refresh_from_db()
    assert learner.check_password(new)


def test_an_old_reset_link_says_so(client):
    response = client.get("/accounts/password/reset/key/1-abc-def/", follow=True)
    assert "no longer works" in text_of(response)
