"""Joining a class, signing up with a name, and one's profile."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from mha_course.people import services
from mha_course.people.models import Enrolment, Role, User


def join_url(cohort):
    return reverse("people:join", args=[cohort.code])


@pytest.fixture
def newcomer(client, make_user):
    person = make_user("newcomer")
    client.force_login(person)
    return person


def test_visitors_log_in_first_and_come_back_to_the_link(client, cohort):
    response = client.get(join_url(cohort))
    assert response.url == f"{reverse('account_login')}?next={join_url(cohort)}"


def test_following_the_link_alone_enrols_nobody(client, cohort, newcomer):
    response = client.get(join_url(cohort))
    assert cohort.name in response.content.decode()
    assert not cohort.enrolments.filter(user=newcomer).exists()


def test_the_button_enrols_and_leads_to_the_course(client, cohort, newcomer):
    response = client.post(join_url(cohort))
    assert response.url == reverse("portal:course")
    assert cohort.enrolments.get(user=newcomer).role == Role.LEARNER


def test_joining_needs_a_token_of_the_page(cohort, newcomer):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(newcomer)
    assert strict.post(join_url(cohort)).status_code == 403
    assert not cohort.enrolments.filter(user=newcomer).exists()


def test_those_who_are_in_are_told_so(client, cohort, instructor):
    client.force_login(instructor)
    html = client.get(join_url(cohort)).content.decode()
    assert "You teach this class." in html
    assert "Join this class" not in html


def test_an_unknown_code_offers_to_type_another(client, newcomer):
    response = client.get(reverse("people:join", args=["nosuchcode"]))
    assert response.status_code == 404
    assert 'name="code"' in response.content.decode()


def test_a_typed_code_leads_to_its_class(client, cohort, newcomer):
    response = client.post(reverse("people:enter_code"), {"code": f" {cohort.code.upper()} "})
    assert response.url == join_url(cohort)


@pytest.mark.parametrize("code", ["", "nosuchcode", "x" * 500])
def test_a_wrong_typed_code_is_explained_beside_the_field(client, newcomer, code):
    response = client.post(reverse("people:enter_code"), {"code": code})
    assert response.status_code == 200
    assert "field-errors" in response.content.decode()


def test_signing_up_takes_a_name(client, db):
    fields = {"username": "beginner", "password1": "a long passphrase", "password2": "a long passphrase"}
    response = client.post(reverse("account_signup"), fields | {"display_name": " 新入生 "})
    assert response.status_code == 302, response.content.decode()
    assert User.objects.get(username="beginner").display_name == "新入生"


def test_signing_up_on_the_way_to_a_class_comes_back_to_it(client, cohort):
    fields = {"username": "beginner", "password1": "a long passphrase", "password2": "a long passphrase"}
    response = client.post(reverse("account_signup"), fields | {"next": join_url(cohort)})
    assert response.url == join_url(cohort)


def test_the_profile_changes_only_ones_own_name(client, newcomer, learner):
    response = client.post(reverse("people:profile"), {"display_name": "Nao", "username": "root", "is_staff": "on"})
    assert response.url == reverse("people:profile")
    newcomer.refresh_from_db()
    assert (newcomer.display_name, newcomer.username, newcomer.is_staff) == ("Nao", "newcomer", False)
    learner.refresh_from_db()
    assert learner.display_name == "学習者 一"


def test_a_name_that_is_too_long_is_refused(client, newcomer):
    response = client.post(reverse("people:profile"), {"display_name": "x" * 121})
    assert response.status_code == 200
    assert "field-errors" in response.content.decode()


def test_the_profile_lists_ones_classes_and_roles(client, cohort, instructor):
    client.force_login(instructor)
    html = client.get(reverse("people:profile")).content.decode()
    assert f"{cohort.name} · instructor" in html


def test_the_language_chosen_on_the_profile_holds(client, newcomer):
    client.post(reverse("set_language"), {"language": "ja", "next": reverse("people:profile")})
    html = client.get(reverse("people:profile"), headers={"accept-language": "en"}).content.decode()
    assert '<html lang="ja"' in html
    assert "プロフィール" in html


@pytest.mark.parametrize("name", ["people:enter_code", "people:profile"])
def test_pages_are_for_those_logged_in(client, db, name):
    assert client.get(reverse(name)).status_code == 302


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_field_has_its_label(client, cohort, newcomer, language):
    for url in (reverse("people:profile"), reverse("people:enter_code")):
        html = client.get(url, headers={"accept-language": language}).content.decode()
        main = html[html.index("<main") : html.index("</main>")]
        ids = re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', main)
        assert ids
        assert all(f'for="{name}"' in main for name in ids)


def test_enrolment_survives_a_new_code(client, cohort, learner):
    services.renew_code(cohort=cohort)
    assert Enrolment.objects.filter(cohort=cohort, user=learner).exists()
