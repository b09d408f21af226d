"""Submissions one by one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from grader.verdicts import Verdict
from mha_course.dashboard.selectors.records import Filters, recorded_submissions, records
from mha_course.people import services
from mha_course.submissions.models import RunState
from tests.mha_course.dashboard.rows import add_run, fill_class, send

VIEW = "split-view-no-transpose"


def listed(cohort, **filters):
    return list(recorded_submissions(cohort, Filters(**filters)))


def test_newest_first_and_only_of_the_class(cohort, learner, make_user):
    old, new = send(learner, age_seconds=60), send(learner)
    send(make_user("stranger"))
    assert listed(cohort) == [new, old]


def test_the_latest_graded_run_speaks_for_a_submission(cohort, learner):
    submission = send(learner, misconceptions=[VIEW], age_seconds=60)
    add_run(submission, verdict=Verdict.ACCEPTED, points=10, age_seconds=30)
    add_run(submission, state=RunState.FAILED)
    (record,) = records(listed(cohort))
    assert (record.verdict, record.points, record.mark, record.misconceptions) == (Verdict.ACCEPTED, 10, "accepted", ())


@pytest.mark.parametrize(
    ("state", "mark"),
    [(RunState.QUEUED, "waiting"), (RunState.FAILED, "failed"), (RunState.SUPERSEDED, "withdrawn")],
)
def test_without_a_graded_run_the_state_speaks(cohort, learner, state, mark):
    send(learner, state=state)
    (record,) = records(listed(cohort))
    assert (record.state, record.verdict, record.points, record.mark) == (state, None, None, mark)


def test_filters_narrow_together(cohort, learner, make_user):
    neighbour = make_user("neighbour")
    services.enrol(user=neighbour, cohort=cohort)
    wanted = send(learner, misconceptions=[VIEW])
    send(learner, "softmax")
    send(learner, verdict=Verdict.ACCEPTED, points=10)
    other = send(neighbour, misconceptions=[VIEW])
    failed = send(neighbour, state=RunState.FAILED)
    assert set(listed(cohort, misconception=VIEW)) == {wanted, other}
    assert listed(cohort, misconception=VIEW, learner=learner.pk) == [wanted]
    assert listed(cohort, verdict="failed") == [failed]
    assert listed(cohort, verdict="wrong_value", exercise="split-heads", learner=neighbour.pk) == [other]


def test_a_misconception_that_a_regrade_took_back_is_not_found(cohort, learner):
    submission = send(learner, misconceptions=[VIEW], age_seconds=60)
    add_run(submission, verdict=Verdict.ACCEPTED, points=10)
    assert listed(cohort, misconception=VIEW) == []


def test_the_count_of_a_belief_leads_to_that_many_submissions(client, cohort, instructor):
    fill_class(cohort, 6)
    client.force_login(instructor)
    page = client.get(reverse("dashboard:cohort", args=[cohort.pk]))
    belief = next(belief for belief in page.context["beliefs"] if belief.misconception == VIEW)
    listing = client.get(reverse("dashboard:submissions", args=[cohort.pk]), {"misconception": VIEW})
    assert listing.context["page"].paginator.count == belief.submissions > 0


def test_pages_keep_the_filters(client, cohort, instructor, learner):
    for age in range(60):
        send(learner, age_seconds=age)
    send(learner, "softmax")
    client.force_login(instructor)
    url = reverse("dashboard:submissions", args=[cohort.pk])
    first = client.get(url, {"exercise": "split-heads"})
    assert len(first.context["records"]) == 50
    assert '<a rel="next" href="?exercise=split-heads&amp;page=2">' in first.content.decode()
    assert len(client.get(url, {"exercise": "split-heads", "page": "2"}).context["records"]) == 10


@pytest.mark.parametrize("query", [{"page": "no"}, {"page": "99"}, {"learner": "7' OR 1"}, {"verdict": "none"}])
def test_a_broken_link_still_lists_something(client, cohort, instructor, learner, query):
    send(learner)
    client.force_login(instructor)
    response = client.get(reverse("dashboard:submissions", args=[cohort.pk]), query)
    assert response.status_code == 200
    assert len(response.context["records"]) == 1


@pytest.mark.parametrize("learners", [3, 30])
def test_a_page_of_records_takes_two_queries(cohort, learners, django_assert_num_queries):
    fill_class(cohort, learners)
    page = listed(cohort)[:50]
    with django_assert_num_queries(2):
        assert len(records(page)) == min(50, len(page))
