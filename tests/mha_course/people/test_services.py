"""Cohorts, join codes and roles."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from mha_course.people import services
from mha_course.people.errors import LastInstructorError, PeopleError, UnknownJoinCodeError
from mha_course.people.models import Cohort, Enrolment, Role, User, make_cohort_code


def test_whoever_opens_a_cohort_teaches_it(instructor):
    cohort = services.create_cohort(name="  Spring  ", instructor=instructor)
    assert cohort.name == "Spring"
    assert list(cohort.enrolments.values_list("user", "role")) == [(instructor.pk, Role.INSTRUCTOR)]


def test_codes_can_be_read_out_loud_and_do_not_repeat():
    codes = {make_cohort_code() for _draw in range(500)}
    assert len(codes) == 500
    assert not set("".join(codes)) & set("01loiIOL")
    assert {len(code) for code in codes} == {8}


@pytest.mark.parametrize("spell", [str, str.upper, lambda code: f"  {code}\n"])
def test_a_code_works_in_any_spelling(cohort, make_user, spell):
    newcomer = make_user("newcomer")
    enrolment = services.join_cohort(user=newcomer, code=spell(cohort.code))
    assert (enrolment.cohort, enrolment.role) == (cohort, Role.LEARNER)


@pytest.mark.parametrize("code", ["", "nosuchcode", "' OR 1=1 --"])
def test_an_unknown_code_joins_nothing(db, make_user, code):
    with pytest.raises(UnknownJoinCodeError):
        services.join_cohort(user=make_user("newcomer"), code=code)
    assert not Enrolment.objects.exists()


def test_joining_twice_is_joining_once(cohort, learner):
    first = cohort.enrolments.get(user=learner)
    assert services.join_cohort(user=learner, code=cohort.code) == first
    assert cohort.enrolments.filter(user=learner).count() == 1


def test_an_instructor_who_follows_the_link_stays_one(cohort, instructor):
    services.join_cohort(user=instructor, code=cohort.code)
    assert cohort.enrolments.get(user=instructor).role == Role.INSTRUCTOR


def test_roles_change_both_ways(cohort, learner):
    place = cohort.enrolments.get(user=learner)
    services.set_role(enrolment=place, role=Role.INSTRUCTOR)
    assert cohort.enrolments.get(user=learner).role == Role.INSTRUCTOR
    services.set_role(enrolment=place, role=Role.LEARNER)
    assert cohort.enrolments.get(user=learner).role == Role.LEARNER


def test_a_cohort_keeps_its_last_instructor(cohort, instructor):
    place = cohort.enrolments.get(user=instructor)
    with pytest.raises(LastInstructorError):
        services.set_role(enrolment=place, role=Role.LEARNER)
    with pytest.raises(LastInstructorError):
        services.unenrol(enrolment=place)
    assert cohort.enrolments.get(user=instructor).role == Role.INSTRUCTOR


def test_an_instructor_leaves_once_there_is_another(cohort, instructor, learner):
    services.set_role(enrolment=cohort.enrolments.get(user=learner), role=Role.INSTRUCTOR)
    services.unenrol(enrolment=cohort.enrolments.get(user=instructor))
    assert list(cohort.enrolments.values_list("user", flat=True)) == [learner.pk]


def test_a_stale_page_cannot_remove_the_last_instructor(cohort, instructor, learner):
    services.set_role(enrolment=cohort.enrolments.get(user=learner), role=Role.INSTRUCTOR)
    seen_as_instructor = cohort.enrolments.get(user=instructor)
    services.set_role(enrolment=cohort.enrolments.get(user=learner), role=Role.LEARNER)
    with pytest.raises(LastInstructorError):
        services.set_role(enrolment=seen_as_instructor, role=Role.LEARNER)


def test_learners_leave_and_come_back(cohort, learner):
    services.unenrol(enrolment=cohort.enrolments.get(user=learner))
    assert not cohort.enrolments.filter(user=learner).exists()
    assert services.join_cohort(user=learner, code=cohort.code).role == Role.LEARNER


def test_a_renewed_code_shuts_the_old_one_out_and_keeps_everyone(cohort, make_user):
    old, members = cohort.code, cohort.enrolments.count()
    new = services.renew_code(cohort=cohort)
    assert new != old
    with pytest.raises(PeopleError):
        services.join_cohort(user=make_user("late"), code=old)
    assert Cohort.objects.get(code=new).enrolments.count() == members


def test_a_display_name_is_trimmed_and_may_be_empty(learner):
    services.set_display_name(user=learner, display_name="  学習者 二  ")
    assert str(User.objects.get(pk=learner.pk)) == "学習者 二"
    services.set_display_name(user=learner, display_name=" ")
    assert str(User.objects.get(pk=learner.pk)) == "learner"


@pytest.mark.django_db(transaction=True)
def test_two_instructors_cannot_demote_each_other_at_once(cohort, instructor, learner):
    if connection.vendor == "sqlite":
        pytest.skip("needs PostgreSQL: an in-memory SQLite database has one connection, so nothing happens at once")
    services.set_role(enrolment=cohort.enrolments.get(user=learner), role=Role.INSTRUCTOR)
    start, refused = threading.Barrier(2), []

    def demote(person):
        try:
            start.wait()
            services.set_role(enrolment=cohort.enrolments.get(user=person), role=Role.LEARNER)
        except LastInstructorError:
            refused.append(person)
        finally:
            connection.close()

    threads = [threading.Thread(target=demote, args=(person,)) for person in (instructor, learner)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert cohort.enrolments.filter(role=Role.INSTRUCTOR).count() == 1
