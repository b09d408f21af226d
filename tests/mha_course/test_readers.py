"""Every address of the site, asked for by everyone: one table decides who gets in, and nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from mha_course.people import services
from mha_course.people.models import Role
from mha_course.quizzes.services import start
from mha_course.submissions.models import Submission
from mha_course.submissions.runs import add

pytestmark = pytest.mark.django_db

APPS = ("portal", "people", "dashboard", "live")
READERS = ("visitor", "owner", "classmate", "stranger", "instructor", "other_instructor", "staff")

LOG_IN, NO, ABSENT, YES = 302, 403, 404, 200
EVERYONE = dict.fromkeys(READERS, YES)
MEMBERS = EVERYONE | {"visitor": LOG_IN}
OWNER_ALONE = dict.fromkeys(READERS, NO) | {"visitor": LOG_IN, "owner": YES}
THEIR_TEACHERS = OWNER_ALONE | {"instructor": YES, "staff": YES}
ITS_LEARNER = OWNER_ALONE | {"owner": 405}
ITS_TEACHERS = OWNER_ALONE | {"owner": NO, "instructor": 405, "staff": 405}
"""Like `CHANGES`, of a submission."""
EVENTS = dict.fromkeys(READERS, ABSENT) | {"owner": YES, "instructor": YES, "staff": YES}
"""A stream has no page to log in on, and says nothing of what it does not show."""
DASHBOARD = {
    "visitor": LOG_IN, "owner": NO, "classmate": NO, "stranger": NO, "instructor": YES, "other_instructor": YES,
    "staff": YES,
}  # fmt: skip
CLASS = DASHBOARD | {"stranger": ABSENT, "other_instructor": ABSENT}
CHANGES = {reader: 405 if status == YES else status for reader, status in CLASS.items()}
"""Addresses that only take a POST; a GET shows who gets as far as being told so."""

WHO_GETS_IN = {
    "portal:course": EVERYONE,
    "portal:exercise": EVERYONE,
    "portal:history": MEMBERS,
    "portal:submission": THEIR_TEACHERS,
    "portal:verdict": THEIR_TEACHERS,
    "portal:cancel": ITS_LEARNER,
    "portal:regrade": ITS_TEACHERS,
    "portal:quizzes": MEMBERS,
    "portal:quiz": MEMBERS,
    "portal:quiz_open": MEMBERS | {"owner": LOG_IN},  # who has begun is led on to the attempt
    "portal:quiz_item": OWNER_ALONE,
    "portal:quiz_result": OWNER_ALONE | {"owner": LOG_IN},  # likewise
    "people:enter_code": MEMBERS,
    "people:join": MEMBERS,
    "people:profile": MEMBERS,
    "live:events": EVENTS,
    "dashboard:index": DASHBOARD,
    "dashboard:cohort": CLASS,
    "dashboard:queue": CLASS,
    "dashboard:csv": CLASS,
    "dashboard:submissions": CLASS,
    "dashboard:learner": CLASS,
    "dashboard:members": CLASS,
    "dashboard:rename": CHANGES,
    "dashboard:renew_code": CHANGES,
    "dashboard:change_role": CHANGES,
    "dashboard:remove": CHANGES,
}


@pytest.fixture
def readers(cohort, learner, instructor, make_user):
    """Everyone but the visitor, by the names of `READERS`."""
    classmate, other_instructor = make_user("classmate"), make_user("other_instructor")
    services.enrol(user=classmate, cohort=cohort)
    services.create_cohort(name="Another class", instructor=other_instructor)
    return {
        "owner": learner,
        "classmate": classmate,
        "stranger": make_user("stranger"),
        "instructor": instructor,
        "other_instructor": other_instructor,
        "staff": make_user("staff", is_staff=True),
    }


@pytest.fixture
def values(cohort, learner):
    """What stands in the addresses: all of it the owner's, or of the owner's class."""
    submission = Submission.objects.create(
        learner=learner, exercise="split-heads", framework="numpy", device="cpu", source="x = 1"
    )
    add(submission=submission, queue="grade.cpu", exercise_digest="0")
    attempt = start(learner=learner, quiz="dk-and-cross-attention")
    return {
        "submission_id": submission.pk,
        "attempt_id": attempt.pk,
        "item": "head-width",
        "cohort_id": cohort.pk,
        "learner_id": learner.pk,
        "enrolment_id": cohort.enrolments.get(role=Role.LEARNER, user=learner).pk,
        "code": cohort.code,
    }


def patterns(within: URLResolver, namespace: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in within.url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one, one.namespace or namespace)
        else:
            yield f"{namespace}:{one.name}", one


def address(name: str, values: dict[str, object]) -> str:
    pattern = next(pattern for found, pattern in patterns(get_resolver()) if found == name)
    wanted = set(pattern.pattern.converters)
    wanted |= {"cohort_id"} if name.startswith("dashboard:") and name != "dashboard:index" else set()
    slug = "split-heads" if name in ("portal:exercise", "portal:history") else "dk-and-cross-attention"
    return reverse(name, kwargs={key: {**values, "slug": slug}[key] for key in wanted})


def test_no_address_is_left_out() -> None:
    named = {name for name, _pattern in patterns(get_resolver()) if name.partition(":")[0] in APPS}
    assert named == set(WHO_GETS_IN)


@pytest.mark.parametrize("name", WHO_GETS_IN)
def test_each_reader_gets_what_the_table_says(name, readers, values, no_redis) -> None:
    url = address(name, values)
    found = {}
    for reader in READERS:
        client = Client()
        if reader in readers:
            client.force_login(readers[reader])
        found[reader] = client.get(url).status_code
    assert found == WHO_GETS_IN[name]


@pytest.mark.parametrize("name", [name for name, who in WHO_GETS_IN.items() if who["visitor"] == LOG_IN])
def test_visitors_are_led_to_the_log_in_page_and_back(name, values, client) -> None:
    url = address(name, values)
    assert client.get(url).url == f"{reverse('account_login')}?next={url}"


@pytest.mark.parametrize("name", WHO_GETS_IN)
def test_no_address_takes_a_post_without_the_token_of_a_page(name, values, instructor, learner) -> None:
    for person in (learner, instructor):
        client = Client(enforce_csrf_checks=True)
        client.force_login(person)
        assert client.post(address(name, values)).status_code == 403
