"""Demo accounts: on an empty database of one's own machine, and nowhere else."""

from __future__ import annotations

import stat

import pytest
from django.core.management import CommandError, call_command

from mha_course.people import demo
from mha_course.people.models import Enrolment, Role, User
from mha_course.people.permissions import may_create_cohorts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_machine(settings, tmp_path):
    settings.ALLOWS_DEMO_ACCOUNTS = True
    settings.DEMO_ACCOUNTS_FILE = tmp_path / "state" / "demo_accounts.json"


def test_learner_and_instructor_share_a_cohort_and_can_log_in(client):
    accounts = {account.username: account for account in demo.create()}
    assert set(accounts) == {"learner", "instructor"}
    for account in accounts.values():
        assert client.login(username=account.username, password=account.password)
    roles = dict(Enrolment.objects.values_list("user__username", "role"))
    assert roles == {"learner": Role.LEARNER, "instructor": Role.INSTRUCTOR}
    assert Enrolment.objects.values("cohort").distinct().count() == 1
    assert may_create_cohorts(User.objects.get(username="instructor"))


def test_passwords_are_random_and_kept_for_the_owner_only(settings):
    accounts = demo.create()
    assert len({account.password for account in accounts}) == 2
    assert stat.S_IMODE(settings.DEMO_ACCOUNTS_FILE.stat().st_mode) == 0o600
    assert demo.remembered() == accounts


def test_a_password_that_was_changed_is_not_shown_any_more():
    demo.create()
    learner = User.objects.get(username="learner")
    learner.set_password("my own, thank you")
    learner.save()
    assert [account.username for account in demo.remembered()] == ["instructor"]


def test_a_database_with_accounts_gets_none(learner):
    with pytest.raises(demo.DemoNotAllowed):
        demo.create()
    call_command("create_demo", if_empty=True)
    with pytest.raises(CommandError):
        call_command("create_demo")
    assert User.objects.count() == 1


def test_settings_of_a_public_site_get_none(settings):
    settings.ALLOWS_DEMO_ACCOUNTS = False
    with pytest.raises(demo.DemoNotAllowed):
        demo.create()
    assert demo.remembered() == ()
