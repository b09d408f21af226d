"""What every test may ask for: people, and the real servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import servers


@pytest.fixture
def make_user(db: None) -> Callable[..., object]:
    """Makes accounts: `make_user("second", display_name="学習者 二")`. The password is `correct horse battery`."""
    from mha_course.people.models import User

    def make(username: str, **fields: object) -> User:
        return User.objects.create_user(
            username, email=f"{username}@example.org", password="correct horse battery", **fields
        )

    return make


@pytest.fixture
def learner(make_user):
    return make_user("learner", display_name="学習者 一")


@pytest.fixture
def instructor(make_user):
    return make_user("instructor", display_name="Instructor")


@pytest.fixture
def cohort(learner, instructor):
    """A class with one learner and one instructor."""
    from mha_course.people.models import Cohort, Enrolment, Role

    cohort = Cohort.objects.create(name="Attention, spring")
    Enrolment.objects.create(cohort=cohort, user=learner, role=Role.LEARNER)
    Enrolment.objects.create(cohort=cohort, user=instructor, role=Role.INSTRUCTOR)
    return cohort


_redis_of_this_run: list[servers.RedisServer] = []


@pytest.fixture(scope="session")
def _redis_server() -> Iterator[servers.RedisServer]:
    with servers.running_redis() as server:
        _redis_of_this_run.append(server)
        yield server


@pytest.fixture
def redis_server(_redis_server: servers.RedisServer) -> servers.RedisServer:
    """A real Redis, empty and running; the test may stop it."""
    _redis_server.start()
    _redis_server.empty()
    return _redis_server


@pytest.fixture
def no_redis() -> None:
    """Nothing listens where the settings expect Redis."""
    for server in _redis_of_this_run:
        server.stop()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a real, empty PostgreSQL database."""
    with servers.running_postgres() as url:
        yield url
