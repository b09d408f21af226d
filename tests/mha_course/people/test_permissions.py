"""Who may do what with whom."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from mha_course.people import services
from mha_course.people.models import Role, User
from mha_course.people.permissions import may_create_cohorts, may_open_dashboard, may_teach, teaches_learner
from mha_course.people.selectors import cohorts_taught_by, enrolments_of, learners_of


def fresh(user):
    """As the next request loads the account: permissions are cached on the object."""
    return User.objects.get(pk=user.pk)


@pytest.fixture
def staff(make_user):
    return make_user("office", is_staff=True)


@pytest.fixture
def stranger(make_user):
    return make_user("stranger")


def test_instructors_and_staff_teach_a_cohort(cohort, instructor, learner, stranger, staff):
    assert may_teach(instructor, cohort)
    assert may_teach(staff, cohort)
    assert not may_teach(learner, cohort)
    assert not may_teach(stranger, cohort)
    assert not may_teach(AnonymousUser(), cohort)


def test_teaching_one_cohort_is_not_teaching_another(cohort, instructor, stranger):
    other = services.create_cohort(name="Other", instructor=stranger)
    assert not may_teach(instructor, other)
    assert not may_teach(stranger, cohort)


def test_only_learners_of_ones_cohorts_are_taught(cohort, instructor, learner, stranger, staff):
    assert teaches_learner(instructor, learner)
    assert teaches_learner(staff, stranger)
    assert not teaches_learner(instructor, stranger)
    assert not teaches_learner(learner, instructor)
    assert not teaches_learner(AnonymousUser(), learner)


def test_instructors_of_one_cohort_do_not_read_each_others_submissions(cohort, instructor, stranger):
    services.enrol(user=stranger, cohort=cohort, role=Role.INSTRUCTOR)
    assert not teaches_learner(instructor, stranger)


def test_being_a_learner_beside_someone_shows_nothing(cohort, learner, stranger):
    services.enrol(user=stranger, cohort=cohort)
    assert not teaches_learner(learner, stranger)


def test_a_learner_who_left_is_no_longer_taught(cohort, instructor, learner):
    services.unenrol(enrolment=cohort.enrolments.get(user=learner))
    assert not teaches_learner(instructor, learner)


def test_opening_cohorts_has_to_be_allowed(cohort, instructor, learner, staff):
    assert not may_create_cohorts(instructor)
    assert not may_create_cohorts(AnonymousUser())
    assert may_create_cohorts(staff)
    services.allow_cohorts(user=learner)
    assert may_create_cohorts(fresh(learner))
    services.withdraw_cohorts(user=learner)
    assert not may_create_cohorts(fresh(learner))


def test_withdrawing_leaves_the_cohorts_one_teaches(instructor):
    services.allow_cohorts(user=instructor)
    cohort = services.create_cohort(name="Mine", instructor=instructor)
    services.withdraw_cohorts(user=instructor)
    assert may_teach(fresh(instructor), cohort)
    assert may_open_dashboard(fresh(instructor))


def test_the_dashboard_opens_for_those_it_has_something_for(cohort, instructor, learner, stranger, staff):
    assert may_open_dashboard(instructor)
    assert may_open_dashboard(staff)
    assert not may_open_dashboard(learner)
    assert not may_open_dashboard(AnonymousUser())
    services.allow_cohorts(user=stranger)
    assert may_open_dashboard(fresh(stranger))


@pytest.mark.parametrize("who", ["instructor", "staff"])
def test_a_closed_account_may_nothing(cohort, learner, who, request):
    person = request.getfixturevalue(who)
    person.is_active = False
    assert not may_teach(person, cohort)
    assert not may_open_dashboard(person)
    assert not may_create_cohorts(person)
    assert not teaches_learner(person, learner)


def test_cohorts_are_listed_for_those_who_teach_them(cohort, instructor, learner, staff, make_user):
    services.enrol(user=make_user("second"), cohort=cohort)
    newer = services.create_cohort(name="Newer", instructor=instructor)
    services.enrol(user=instructor, cohort=newer)
    assert [(found.name, found.learner_count) for found in cohorts_taught_by(instructor)] == [
        ("Newer", 0),
        ("Attention, spring", 2),
    ]
    assert not cohorts_taught_by(learner)
    assert len(cohorts_taught_by(staff)) == 2


def test_members_are_sorted_by_the_name_others_see(cohort, make_user):
    for username, display_name in (("zz", "A learner"), ("aa", ""), ("mm", "Z learner")):
        services.enrol(user=make_user(username, display_name=display_name), cohort=cohort)
    assert [str(person) for person in learners_of(cohort)] == ["A learner", "Z learner", "aa", "学習者 一"]
    assert [enrolment.role for enrolment in enrolments_of(cohort)] == ["instructor"] + ["learner"] * 4
