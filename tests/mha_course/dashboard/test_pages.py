"""The pages as instructors use them."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from exercises import registry
from grader.verdicts import Verdict
from mha_course.people.models import Cohort, Enrolment, Role
from mha_course.people.services import allow_cohorts, enrol
from mha_course.submissions.models import RunState
from tests.mha_course.dashboard.rows import fill_class, send


@pytest.fixture
def as_instructor(client, instructor):
    client.force_login(instructor)
    return client


def page(client, name, *arguments, language="en"):
    response = client.get(reverse(f"dashboard:{name}", args=arguments), headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def test_the_overview_asks_its_questions_in_order(as_instructor, cohort):
    fill_class(cohort, 3)
    html = page(as_instructor, "cohort", cohort.pk)
    places = [html.index(f'id="{name}-heading"') for name in ("queue", "behind", "beliefs", "items")]
    assert places == sorted(places)


def test_the_overview_needs_no_more_queries_for_a_large_class(as_instructor, cohort, make_user):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            page(as_instructor, "cohort", cohort.pk)
        return len(captured)

    fill_class(cohort, 3)
    small = queries()
    for number in range(27):
        person = make_user(f"extra{number}")
        enrol(user=person, cohort=cohort)
        send(person, misconceptions=["split-flat-bh"])
    assert queries() == small


def test_a_cell_says_in_words_what_its_colour_says(as_instructor, cohort, learner):
    send(learner, verdict=Verdict.ACCEPTED, points=10)
    html = page(as_instructor, "cohort", cohort.pk)
    cell = re.search(r'<td class="cell cell-accepted">(.*?)</td>', html, re.DOTALL).group(1)
    assert "Accepted" in cell
    assert "10/10 · 1 try" in cell


def test_tables_name_their_headings(as_instructor, cohort, learner):
    send(learner, misconceptions=["split-view-no-transpose"])
    for html in (
        page(as_instructor, "cohort", cohort.pk),
        page(as_instructor, "submissions", cohort.pk),
        page(as_instructor, "learner", cohort.pk, learner.pk),
        page(as_instructor, "members", cohort.pk),
    ):
        assert html.count("<caption") == html.count("<table") > 0
        assert not re.findall(r"<th(?![^>]*scope=)[\s>]", html)
        assert "style=" not in html


def test_an_empty_class_shows_how_to_fill_it(as_instructor, instructor):
    empty = Cohort.objects.create(name="Empty")
    Enrolment.objects.create(cohort=empty, user=instructor, role=Role.INSTRUCTOR)
    assert empty.code in page(as_instructor, "cohort", empty.pk)


def test_a_stuck_queue_raises_an_alarm(as_instructor, cohort, learner):
    send(learner, state=RunState.QUEUED, age_seconds=300)
    html = page(as_instructor, "cohort", cohort.pk)
    assert 'class="alarm"' in html
    assert "5 minutes" in html


def test_the_queue_fragment_is_the_panel_alone(as_instructor, cohort, learner):
    send(learner, state=RunState.QUEUED)
    html = page(as_instructor, "queue", cohort.pk)
    assert "<table" in html
    assert "<html" not in html


def test_names_are_text_whatever_they_hold(as_instructor, cohort, learner):
    learner.display_name = "<script>alert(1)</script>"
    learner.save()
    send(learner)
    for html in (page(as_instructor, "cohort", cohort.pk), page(as_instructor, "submissions", cohort.pk)):
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert" in html


def test_a_learners_page_lists_everything_and_opens_each_report(as_instructor, cohort, learner):
    sent = [send(learner), send(learner, "softmax", state=RunState.FAILED), send(learner, visible_only=True)]
    html = page(as_instructor, "learner", cohort.pk, learner.pk)
    for submission in sent:
        assert reverse("portal:submission", args=[submission.pk]) in html
    assert learner.email in html


def test_a_learners_page_can_show_one_exercise(as_instructor, cohort, learner):
    send(learner)
    wanted = send(learner, "softmax")
    response = as_instructor.get(reverse("dashboard:learner", args=[cohort.pk, learner.pk]), {"exercise": "softmax"})
    assert [record.submission for record in response.context["records"]] == [wanted]


@pytest.mark.parametrize("name", ["cohort", "submissions", "members"])
def test_pages_are_japanese_for_japanese_readers(as_instructor, cohort, name):
    fill_class(cohort, 2)
    html = page(as_instructor, name, cohort.pk, language="ja")
    assert '<html lang="ja"' in html
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", html)
    assert headings
    assert all(re.search(r"[ぁ-んァ-ン一-龠]", heading) for heading in headings if "shortcut" not in heading)


def test_exercise_titles_follow_the_language(as_instructor, cohort, learner):
    title = registry.get("split-heads").title
    assert title.en in page(as_instructor, "cohort", cohort.pk)
    assert title.ja in page(as_instructor, "cohort", cohort.pk, language="ja")


def test_opening_a_class_shows_its_code_and_link(as_instructor, instructor):
    allow_cohorts(user=instructor)
    response = as_instructor.post(reverse("dashboard:index"), {"name": " Spring "}, follow=True)
    opened = Cohort.objects.get(name="Spring")
    html = response.content.decode()
    assert opened.code in html
    assert f"http://testserver{reverse('people:join', args=[opened.code])}" in html
    assert opened.enrolments.get().user == instructor


def test_teaching_a_class_is_not_yet_the_right_to_open_others(as_instructor, cohort):
    assert not Permission.objects.filter(user__enrolments__cohort=cohort).exists()
    assert 'id="open-class"' not in page(as_instructor, "index")
    assert as_instructor.post(reverse("dashboard:index"), {"name": "Mine"}).status_code == 403
    assert not Cohort.objects.filter(name="Mine").exists()


def test_a_class_needs_a_name(as_instructor, instructor):
    allow_cohorts(user=instructor)
    response = as_instructor.post(reverse("dashboard:index"), {"name": "  "})
    assert response.status_code == 200
    assert "field-errors" in response.content.decode()


def test_members_change_roles_and_leave(as_instructor, cohort, learner):
    place = cohort.enrolments.get(user=learner)
    as_instructor.post(reverse("dashboard:change_role", args=[cohort.pk, place.pk]), {"role": "instructor"})
    place.refresh_from_db()
    assert place.role == Role.INSTRUCTOR
    as_instructor.post(reverse("dashboard:remove", args=[cohort.pk, place.pk]))
    assert not cohort.enrolments.filter(user=learner).exists()


def test_the_last_instructor_stays_and_is_told_why(as_instructor, cohort, instructor):
    place = cohort.enrolments.get(user=instructor)
    for name, fields in (("change_role", {"role": "learner"}), ("remove", {})):
        response = as_instructor.post(reverse(f"dashboard:{name}", args=[cohort.pk, place.pk]), fields, follow=True)
        assert "at least one instructor" in response.content.decode()
    assert cohort.enrolments.get(user=instructor).role == Role.INSTRUCTOR


def test_an_instructor_who_leaves_goes_to_the_list(as_instructor, cohort, learner, instructor):
    cohort.enrolments.filter(user=learner).update(role=Role.INSTRUCTOR)
    allow_cohorts(user=instructor)
    place = cohort.enrolments.get(user=instructor)
    response = as_instructor.post(reverse("dashboard:remove", args=[cohort.pk, place.pk]))
    assert response.url == reverse("dashboard:index")


def test_a_made_up_role_is_refused(as_instructor, cohort, learner):
    place = cohort.enrolments.get(user=learner)
    url = reverse("dashboard:change_role", args=[cohort.pk, place.pk])
    assert as_instructor.post(url, {"role": "owner"}).status_code == 400


def test_members_of_another_class_are_out_of_reach(as_instructor, cohort, other_instructor):
    foreign = Enrolment.objects.exclude(cohort=cohort).get(user=other_instructor)
    url = reverse("dashboard:remove", args=[cohort.pk, foreign.pk])
    assert as_instructor.post(url).status_code == 404


def test_a_new_code_replaces_the_old_one(as_instructor, cohort):
    old = cohort.code
    html = as_instructor.post(reverse("dashboard:renew_code", args=[cohort.pk]), follow=True).content.decode()
    cohort.refresh_from_db()
    assert cohort.code != old
    assert cohort.code in html
    assert old not in html


@pytest.mark.parametrize("name", ["renew_code", "rename"])
def test_links_change_nothing(as_instructor, cohort, name):
    assert as_instructor.get(reverse(f"dashboard:{name}", args=[cohort.pk])).status_code == 405
