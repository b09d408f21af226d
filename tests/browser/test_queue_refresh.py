"""The queue panel keeps itself fresh while somebody looks at it, and is right without JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.redis]

_OPEN_CLASS = """
import json
from mha_course.people.models import User
from mha_course.people import services
instructor = User.objects.create_user("watcher", password="a phrase for watching")
cohort = services.create_cohort(name="Watched", instructor=instructor)
print(json.dumps(cohort.pk))
"""
_HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, value: hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def cohort(site: Site) -> int:
    return json.loads(site.manage("shell", "--no-imports", "--command", _OPEN_CLASS).splitlines()[-1])


def open_overview(page: Page, cohort: int) -> None:
    page.goto(f"/accounts/login/?next=/dashboard/{cohort}/")
    page.locator("[name=login]").fill("watcher")
    page.locator("[name=password]").fill("a phrase for watching")
    page.locator("main [type=submit]").click()
    expect(page.locator("#queue-heading")).to_be_visible()


def is_queue(request) -> bool:
    return request.url.endswith("/queue")


def test_the_panel_is_fetched_again_while_it_is_seen(open_page: Callable[..., Page], cohort: int) -> None:
    page = open_page(locale="en")
    page.clock.install()
    open_overview(page, cohort)
    page.locator("[data-refresh]").evaluate("panel => panel.firstElementChild.setAttribute('data-old', '')")
    with page.expect_response(is_queue):
        page.clock.run_for(5_000)
    expect(page.locator("[data-refresh] [data-old]")).to_have_count(0)
    expect(page.locator("[data-refresh]")).to_contain_text("The queues serve all classes.")
    with page.expect_response(is_queue):
        page.clock.run_for(5_000)


def test_a_hidden_page_asks_for_nothing_and_catches_up_when_seen(open_page: Callable[..., Page], cohort: int) -> None:
    page = open_page(locale="en")
    page.clock.install()
    open_overview(page, cohort)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if is_queue(request) else None)
    page.evaluate(_HIDE, True)
    page.clock.run_for(60_000)
    assert asked == []
    with page.expect_response(is_queue):
        page.evaluate(_HIDE, False)


def test_without_javascript_the_page_is_complete(open_page: Callable[..., Page], cohort: int) -> None:
    page = open_page(locale="ja", java_script_enabled=False)
    open_overview(page, cohort)
    expect(page.locator("[data-refresh]")).to_contain_text("キューは全クラス共通です。")
    expect(page.locator("main h2")).to_have_count(4)
