"""What holds for every test of the site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Each test begins in English: a request or a command of an earlier one leaves its reader's language behind."""
    with translation.override("en"):
        yield
