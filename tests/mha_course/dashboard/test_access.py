"""Only instructors of the class get in."""

from __future__ import annotations

import pytest
from django.urls import reverse

PAGES = ["cohort", "queue", "csv", "submissions", "members"]


def pages(cohort, learner):
    return [reverse(f"dashboard:{name}", args=[cohort.pk]) for name in PAGES] + [
        reverse("dashboard:learner", args=[cohort.pk, learner.pk])
    ]


def posts(cohort):
    enrolment = cohort.enrolments.get(role="learner")
    return [
        (reverse("dashboard:rename", args=[cohort.pk]), {"name": "Mine now"}),
        (reverse("dashboard:renew_code", args=[cohort.pk]), {}),
        (reverse("dashboard:change_role", args=[cohort.pk, enrolment.pk]), {"role": "instructor"}),
        (reverse("dashboard:remove", args=[cohort.pk, enrolment.pk]), {}),
    ]


def test_visitors_are_asked_to_log_in_and_come_back(client, cohort, learner):
    for page in [*pages(cohort, learner), reverse("dashboard:index")]:
        response = client.get(page)
        assert response.status_code == 302
        assert response.url == f"{reverse('account_login')}?next={page}"


def test_learners_of_the_class_are_refused(client, cohort, learner):
    client.force_login(learner)
    assert [client.get(page).status_code for page in pages(cohort, learner)] == [403] * 6
    assert client.get(reverse("dashboard:index")).status_code == 403


def test_the_class_does_not_exist_for_instructors_of_another_one(client, cohort, learner, other_instructor):
    client.force_login(other_instructor)
    assert [client.get(page).status_code for page in pages(cohort, learner)] == [404] * 6
    index = client.get(reverse("dashboard:index"))
    assert index.status_code == 200
    assert cohort.name not in index.content.decode()


@pytest.mark.parametrize("who", ["learner", "other_instructor"])
def test_nobody_else_can_change_a_class(client, cohort, learner, who, request):
    client.force_login(request.getfixturevalue(who))
    before = (cohort.name, cohort.code, list(cohort.enrolments.values_list("user", "role")))
    for url, fields in posts(cohort):
        assert client.post(url, fields).status_code in (403, 404)
    cohort.refresh_from_db()
    assert (cohort.name, cohort.code, list(cohort.enrolments.values_list("user", "role"))) == before


@pytest.mark.parametrize("who", ["instructor", "staff"])
def test_instructors_of_the_class_and_staff_get_in(client, cohort, learner, who, request):
    client.force_login(request.getfixturevalue(who))
    assert [client.get(page).status_code for page in pages(cohort, learner)] == [200] * 6
    assert cohort.name in client.get(reverse("dashboard:index")).content.decode()


def test_an_instructor_whose_account_is_closed_is_out(client, cohort, instructor):
    client.force_login(instructor)
    instructor.is_active = False
    instructor.save()
    assert client.get(reverse("dashboard:cohort", args=[cohort.pk])).status_code == 302


def test_a_learner_of_another_class_has_no_page_here(client, cohort, instructor, make_user):
    client.force_login(instructor)
    stranger = make_user("stranger")
    assert client.get(reverse("dashboard:learner", args=[cohort.pk, stranger.pk])).status_code == 404


def test_a_class_that_never_was_is_not_found(client, staff):
    client.force_login(staff)
    assert client.get(reverse("dashboard:cohort", args=[987654])).status_code == 404
