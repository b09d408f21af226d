"""People around a class."""

from __future__ import annotations

import pytest

from mha_course.people import services


@pytest.fixture
def other_instructor(make_user):
    """Teaches a class of their own."""
    person = make_user("other")
    services.create_cohort(name="Another class", instructor=person)
    return person


@pytest.fixture
def staff(make_user):
    return make_user("office", is_staff=True)
