"""Staff make instructors on the site's own admin pages."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from mha_course.people.models import Role, User
from mha_course.people.permissions import may_create_cohorts


@pytest.fixture
def as_superuser(client, make_user):
    client.force_login(make_user("root", is_staff=True, is_superuser=True))
    return client


def act(client, action, *people):
    fields = {"action": action, "_selected_action": [person.pk for person in people]}
    return client.post(reverse("admin:people_user_changelist"), fields)


def test_an_action_makes_instructors_and_another_takes_it_back(as_superuser, learner):
    response = act(as_superuser, "make_instructors", learner)
    assert [str(note) for note in get_messages(response.wsgi_request)] == ["1 account may now open classes."]
    assert may_create_cohorts(User.objects.get(pk=learner.pk))
    act(as_superuser, "withdraw_instructors", learner)
    assert not may_create_cohorts(User.objects.get(pk=learner.pk))


def test_staff_without_the_permission_cannot_make_instructors(client, make_user, learner):
    client.force_login(make_user("office", is_staff=True))
    act(client, "make_instructors", learner)
    assert not may_create_cohorts(User.objects.get(pk=learner.pk))


@pytest.mark.parametrize("page", ["people_user_changelist", "people_user_add", "people_cohort_changelist"])
def test_the_admin_pages_open(as_superuser, cohort, page):
    assert as_superuser.get(reverse(f"admin:{page}")).status_code == 200


def test_a_cohort_is_edited_with_its_members(as_superuser, cohort, learner):
    response = as_superuser.get(reverse("admin:people_cohort_change", args=[cohort.pk]))
    assert response.status_code == 200
    assert learner.display_name in response.content.decode()


def test_an_account_is_added_with_a_name(as_superuser):
    fields = {
        "username": "beginner",
        "usable_password": "true",
        "password1": "a long passphrase",
        "password2": "a long passphrase",
        "display_name": "新入生",
        "email": "beginner@example.org",
    }
    response = as_superuser.post(reverse("admin:people_user_add"), fields)
    assert response.status_code == 302, response.context["errors"]
    assert User.objects.get(username="beginner").display_name == "新入生"


def save_members(client, cohort, *members, **changes):
    """Post the page of `cohort` with `members`, whose fields `changes` names as in `role_0="learner"`."""
    fields = {"name": cohort.name, "code": cohort.code}
    fields |= {"enrolments-TOTAL_FORMS": len(members), "enrolments-INITIAL_FORMS": len(members)}
    for place, member in enumerate(members):
        row = {"id": member.pk, "cohort": cohort.pk, "user": member.user_id, "role": member.role}
        fields |= {f"enrolments-{place}-{name}": given for name, given in row.items()}
    for name, given in changes.items():
        field, _, place = name.rpartition("_")
        fields[f"enrolments-{place}-{field}"] = given
    return client.post(reverse("admin:people_cohort_change", args=[cohort.pk]), fields)


@pytest.mark.parametrize("change", [{"DELETE_0": "on"}, {"role_0": Role.LEARNER}])
def test_a_class_keeps_its_last_instructor_here_too(as_superuser, cohort, change):
    teacher = cohort.enrolments.get(role=Role.INSTRUCTOR)
    learner = cohort.enrolments.get(role=Role.LEARNER)
    response = save_members(as_superuser, cohort, teacher, learner, **change)
    assert "keeps at least one instructor" in response.content.decode()
    assert cohort.enrolments.get(role=Role.INSTRUCTOR) == teacher


def test_an_instructor_may_leave_for_another(as_superuser, cohort):
    teacher = cohort.enrolments.get(role=Role.INSTRUCTOR)
    learner = cohort.enrolments.get(role=Role.LEARNER)
    response = save_members(as_superuser, cohort, teacher, learner, DELETE_0="on", role_1=Role.INSTRUCTOR)
    assert response.status_code == 302
    assert list(cohort.enrolments.values_list("user", "role")) == [(learner.user_id, Role.INSTRUCTOR)]
