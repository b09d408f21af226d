"""What scripts add to the quiz: digit keys, steps that move, focus on the mark. Nothing of it is needed to answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW

pytestmark = [pytest.mark.browser, pytest.mark.redis]

QUIZ = "/quizzes/dk-and-cross-attention/"
PASSWORD = "a long enough phrase for signing up"


def sign_up(page: Page, username: str) -> None:
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill(username)
    for field in ("password1", "password2"):
        if page.locator(f"[name={field}]").count():
            page.locator(f"[name={field}]").fill(PASSWORD)
    page.locator("main form [type=submit]").click()
    expect(page.locator(".menu summary")).to_have_text(username)


def test_a_question_is_answered_with_the_keyboard_alone(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en")
    sign_up(page, "quiz-keys")
    page.goto(f"{QUIZ}items/who-asks/")

    page.keyboard.press("3")
    expect(page.locator("[name=option]").nth(2)).to_be_checked()
    page.keyboard.press("Enter")

    expect(page.locator("[data-quiz-mark]")).to_be_focused()
    expect(page.locator(".quiz-reason")).to_have_count(4)
    page.keyboard.press("Enter")
    expect(page.locator("[data-quiz-form]")).to_be_visible()


def test_steps_move_by_button_and_by_key_and_keep_their_places_numbered(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="ja", viewport=NARROW)
    sign_up(page, "quiz-steps")
    page.goto(f"{QUIZ}items/pytorch-concat-order/")
    places = page.locator("[data-quiz-place]")

    for place, step in enumerate(("permute", "reshape", "linear", "view")):
        own = page.locator(f"[name=place-{step}]")
        while int(own.input_value()) > place + 1:
            if step == "permute":
                own.focus()
                page.keyboard.press("Alt+ArrowUp")
            else:
                page.locator(f"li:has([name=place-{step}]) [data-move='-1']").click()
        assert [places.nth(index).input_value() for index in range(4)] == ["1", "2", "3", "4"]
    page.locator("[data-quiz-form] [type=submit]").click()

    expect(page.locator("[data-quiz-mark]")).to_contain_text("正解です。")


def test_a_place_chosen_from_the_list_moves_the_step_there(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en")
    sign_up(page, "quiz-places")
    page.goto(f"{QUIZ}items/pytorch-concat-order/")
    first = page.locator("[data-quiz-place]").first
    name = first.get_attribute("name")

    first.select_option("3")

    expect(page.locator("[data-quiz-place]").nth(2)).to_have_attribute("name", str(name))
    expect(page.locator("[data-quiz-place]").nth(2)).to_have_value("3")


def test_the_quiz_works_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en", java_script_enabled=False)
    sign_up(page, "quiz-plain")
    page.goto(f"{QUIZ}items/pytorch-concat-order/")
    for place, step in enumerate(("permute", "reshape", "linear", "view"), start=1):
        page.locator(f"[name=place-{step}]").select_option(str(place))

    page.locator("[data-quiz-form] [type=submit]").click()

    expect(page.locator("[data-quiz-mark]")).to_contain_text("That is right.")
