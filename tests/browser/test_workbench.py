"""The exercise page in a real browser: drafts, keys, a lost connection, and life without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import NARROW, Site

pytestmark = [pytest.mark.browser, pytest.mark.redis]

URL = "/exercises/split-heads/"
MINE = "def split_heads(x, num_heads):\n    return x  # mine"
FRAGMENTS = [
    f'<div data-verdict data-submission="told" data-phase="{phase}" data-is-final="{is_final}" data-version="{phase}">'
    f"<h2 data-headline>{headline}</h2></div>"
    for phase, is_final, headline in (
        ("queued", "false", "Waiting"),
        ("running", "false", "Running"),
        ("graded", "true", "Right"),
    )
]
"""What the server answers, one after the other, while a submission is on its way."""


@pytest.fixture
def workbench(open_page: Callable[..., Page]) -> Page:
    """The page as a visitor sees it: drafts need no account."""
    page = open_page(locale="en")
    page.goto(URL)
    expect(page.locator(".cm-content")).to_be_visible()
    return page


def write(page: Page, source: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)


def test_a_draft_survives_a_reload_and_resetting_brings_the_starter_back(workbench: Page) -> None:
    write(workbench, MINE)
    expect(workbench.locator("[data-note]")).to_have_text("Draft kept in this browser")
    workbench.reload()
    expect(workbench.locator(".cm-content")).to_contain_text("# mine")
    workbench.on("dialog", lambda dialog: dialog.accept())
    workbench.get_by_role("button", name="Reset to the starter").click()
    expect(workbench.locator(".cm-content")).not_to_contain_text("# mine")
    workbench.reload()
    expect(workbench.locator(".cm-content")).not_to_contain_text("# mine")


def test_each_framework_keeps_its_own_draft_and_the_choice_is_kept(workbench: Page) -> None:
    write(workbench, MINE)
    workbench.locator("[name=framework][value=torch]").check(force=True)
    expect(workbench.locator(".cm-content")).to_contain_text("import torch")
    write(workbench, "import torch  # other")
    workbench.locator("[name=framework][value=numpy]").check(force=True)
    expect(workbench.locator(".cm-content")).to_contain_text("# mine")
    workbench.locator("[name=framework][value=torch]").check(force=True)
    workbench.reload()
    expect(workbench.locator("[name=framework][value=torch]")).to_be_checked()
    expect(workbench.locator(".cm-content")).to_contain_text("# other")


def test_the_keyboard_enters_submits_and_leaves_the_editor(workbench: Page) -> None:
    write(workbench, MINE)
    workbench.keyboard.press("Tab")
    expect(workbench.locator(".cm-content")).to_contain_text("# mine    ")
    workbench.keyboard.press("Escape")
    workbench.keyboard.press("Tab")
    expect(workbench.get_by_role("button", name="Submit", exact=True)).to_be_focused()
    sent = []

    def answer(route: Route) -> None:
        sent.append(route.request)
        route.fulfill(status=200, body="not the answer that the page waits for")

    workbench.route(f"**{URL}", answer)
    workbench.locator(".cm-content").press("ControlOrMeta+Enter")
    expect(workbench.locator("[data-trouble]")).to_contain_text("did not answer as it should")
    assert [(request.method, request.headers["accept"]) for request in sent] == [("POST", "application/json")]


def test_tabs_move_with_the_arrow_keys_and_hints_open_one_after_another(workbench: Page) -> None:
    workbench.get_by_role("tab", name="Statement").press("ArrowRight")
    expect(workbench.get_by_role("tab", name="Hints")).to_be_focused()
    expect(workbench.locator("#statement")).to_be_hidden()
    hints = workbench.locator(".hint")
    expect(hints.nth(0)).to_be_visible()
    expect(hints.nth(1)).to_be_hidden()
    hints.nth(0).locator("summary").press("Enter")
    expect(hints.nth(1)).to_be_visible()


def test_a_question_mark_lists_the_shortcuts_but_not_while_typing(workbench: Page) -> None:
    write(workbench, MINE)
    workbench.keyboard.type("?")
    expect(workbench.locator("#shortcuts")).to_be_hidden()
    workbench.get_by_role("button", name="Submit", exact=True).press("?")
    expect(workbench.locator("#shortcuts")).to_be_visible()


def test_the_chosen_theme_holds_on_the_next_page(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en", color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Light or dark").click()
    page.goto(URL)
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_submit_stays_in_reach_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="ja", viewport=NARROW)
    page.goto(URL)
    submit = page.get_by_role("button", name="提出する", exact=True)
    expect(submit).to_be_in_viewport()
    page.mouse.wheel(0, 2000)
    expect(submit).to_be_in_viewport()


def test_a_lost_connection_loses_no_code(site: Site, chromium: Browser) -> None:
    # A profile of its own: the browser itself reports the lost connection as an error, which `open_page` forbids.
    context = chromium.new_context(base_url=site.url, locale="en")
    page = context.new_page()
    page.goto(URL)
    write(page, MINE)
    context.set_offline(True)
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.locator("[data-trouble]")).to_contain_text("cannot be reached")
    expect(page.locator(".cm-content")).to_contain_text("# mine")
    context.close()


def test_a_page_that_is_told_to_poll_asks_again_and_lets_the_events_go(workbench: Page) -> None:
    asked: list[str] = []

    def verdict(route: Route) -> None:
        asked.append("verdict")
        route.fulfill(content_type="text/html", body=FRAGMENTS[min(asked.count("verdict"), len(FRAGMENTS)) - 1])

    def events(route: Route) -> None:
        asked.append("events")
        route.fulfill(content_type="text/event-stream", body='event: poll\ndata: {"after_ms": 20}\n\n')

    addresses = {"verdict_url": "/told/verdict", "events_url": "/told/events"}
    workbench.route("**/told/verdict", verdict)
    workbench.route("**/told/events", events)
    workbench.route(f"**{URL}", lambda route: route.fulfill(status=201, json=addresses))
    write(workbench, MINE)
    workbench.get_by_role("button", name="Submit", exact=True).click()
    expect(workbench.locator("[data-headline]")).to_have_text("Right")
    assert asked.count("events") == 1


def test_without_scripts_there_is_a_plain_text_area_and_the_whole_text(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en", java_script_enabled=False)
    page.goto(URL)
    expect(page.get_by_role("textbox", name="Your code")).to_be_visible()
    for section in ("#statement", "#hints", "#history"):
        expect(page.locator(section)).to_be_visible()
