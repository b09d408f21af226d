"""Two accounts and a cohort to try the site with, on one's own machine only.

Their passwords are drawn at random and kept in a file that only this account can read, so that they can be shown again
without being the same on every machine.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction

from mha_course.people import services
from mha_course.people.models import User

__all__ = ["DemoAccount", "DemoNotAllowed", "create", "remembered"]

COHORT_NAME = "Demo"
_NAMES = {"learner": "Demo learner", "instructor": "Demo instructor"}


class DemoNotAllowed(Exception):  # noqa: N818  # it says what is the case
    """These settings, or a database that people use already, take no demo accounts."""


@dataclass(frozen=True, slots=True)
class DemoAccount:
    username: str
    password: str


def create() -> tuple[DemoAccount, ...]:
    """Make `learner` and `instructor` in one cohort. Raises `DemoNotAllowed` unless the database has no account yet."""
    if not settings.ALLOWS_DEMO_ACCOUNTS:
        raise DemoNotAllowed("Demo accounts are for one's own machine; these settings do not allow them.")
    with transaction.atomic():
        if User.objects.exists():
            raise DemoNotAllowed("The database has accounts already; demo accounts are for an empty one.")
        accounts = tuple(DemoAccount(username, secrets.token_urlsafe(9)) for username in _NAMES)
        learner, instructor = (
            User.objects.create_user(account.username, password=account.password, display_name=_NAMES[account.username])
            for account in accounts
        )
        services.allow_cohorts(user=instructor)
        cohort = services.create_cohort(name=COHORT_NAME, instructor=instructor)
        services.enrol(user=learner, cohort=cohort)
    _remember(accounts)
    return accounts


def remembered() -> tuple[DemoAccount, ...]:
    """The demo accounts of this database whose passwords are still the ones that were drawn."""
    path = _path()
    if not settings.ALLOWS_DEMO_ACCOUNTS or not path.exists():
        return ()
    kept = [DemoAccount(**account) for account in json.loads(path.read_text())]
    users = {user.username: user for user in User.objects.filter(username__in=[account.username for account in kept])}
    return tuple(a for a in kept if a.username in users and users[a.username].check_password(a.password))


def _remember(accounts: tuple[DemoAccount, ...]) -> None:
    path = _path()
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump([{"username": account.username, "password": account.password} for account in accounts], file)


def _path() -> Path:
    return Path(settings.DEMO_ACCOUNTS_FILE)
