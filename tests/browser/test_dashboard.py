"""What an instructor sees of a learner's code and quiz, and where a learner is turned away."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.redis]

_SEND = """
import json
from mha_course.people.models import Cohort, User
from mha_course.people import services as people
from mha_course.submissions import services
instructor = User.objects.create_user("teacher", password="a phrase for teaching")
learner = User.objects.create_user("pupil", password="a phrase for learning", display_name="学習者 一")
people.allow_cohorts(user=instructor)
cohort = people.create_cohort(name="注意のクラス", instructor=instructor)
people.enrol(user=learner, cohort=cohort)
submission = services.submit(
    learner=learner, exercise="split-heads", framework="numpy", device="cpu", source={source!r}
)
print(json.dumps({{"cohort": cohort.pk, "submission": str(submission.pk)}}))
"""


@pytest.fixture(scope="module")
def sent(site: Site) -> dict[str, str]:
    """A cohort of one learner who sent one wrong program."""
    from tests.browser.conftest import BASE_DIR

    sample = BASE_DIR / "exercises/code/split-heads/corpus/wrong_value__numpy__reshape_only.py"
    printed = site.manage("shell", "--no-imports", "--command", _SEND.format(source=sample.read_text()))
    return json.loads(printed.splitlines()[-1])


def _log_in(page: Page, username: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(username)
    page.locator("[name=password]").fill(password)
    page.locator("main [type=submit]").click()
    expect(page.locator(".menu summary")).to_be_visible()


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_instructor_sees_the_learner_the_verdict_and_the_misconception(
    open_page: Callable[..., Page], sent: dict[str, str], locale: str
) -> None:
    page = open_page(locale=locale)
    _log_in(page, "teacher", "a phrase for teaching")
    page.goto(f"/submissions/{sent['submission']}/")
    expect(page.locator("[data-verdict][data-is-final=true]")).to_be_visible()
    page.goto(f"/dashboard/{sent['cohort']}/")
    expect(page.locator("main")).to_contain_text("学習者 一")
    expect(page.locator("main")).to_contain_text("split-view-no-transpose")


def test_the_gradebook_opens_with_japanese_names(open_page: Callable[..., Page], sent: dict[str, str]) -> None:
    page = open_page(locale="ja")
    _log_in(page, "teacher", "a phrase for teaching")
    page.goto(f"/dashboard/{sent['cohort']}/")
    with page.expect_download() as downloading:
        page.locator("a", has_text=re.compile("CSV")).first.click()
    content = downloading.value.path().read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert any("学習者 一" in row for row in rows[1:])


def test_a_learner_is_turned_away(open_page: Callable[..., Page], sent: dict[str, str]) -> None:
    page = open_page(locale="en")
    _log_in(page, "pupil", "a phrase for learning")
    for path in ("", "gradebook.csv"):
        assert page.request.get(f"/dashboard/{sent['cohort']}/{path}").status in {403, 404}
