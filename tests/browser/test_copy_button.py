"""The button beside a line of code copies it, or selects it where the browser offers no clipboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.redis]

CODE = ".swapaxes(1, 2)"
_NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"


def open_with_button(page: Page) -> None:
    """The button arrives after the page, as it does in a verdict."""
    page.goto("/")
    component = render_to_string("components/copy_code.html", {"code": CODE})
    page.locator("main").evaluate("(main, html) => main.insertAdjacentHTML('afterbegin', html)", component)


def test_the_button_copies_and_says_so(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en", permissions=["clipboard-read", "clipboard-write"])
    open_with_button(page)
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == CODE


def test_without_a_clipboard_the_code_is_selected(open_page: Callable[..., Page]) -> None:
    """Browsers have none on plain http."""
    page = open_page(locale="en")
    page.add_init_script(_NO_CLIPBOARD)
    open_with_button(page)
    page.locator("[data-copy]").click()
    page.wait_for_function("code => getSelection().toString() === code", arg=CODE)
    expect(page.locator("[data-copy]")).to_have_text("Copy")
