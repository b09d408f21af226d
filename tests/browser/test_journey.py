"""From signing up to a quiz, by way of a wrong and a right `split_heads`: both languages, wide and narrow screens."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.redis]

PASSWORD = "a long enough phrase for signing up"
WORDS = {
    "en": {
        "sign up": "Create the account",
        "submit": "Submit",
        "wrong": re.compile("Right shape, wrong"),
        "right": re.compile("Accepted:"),
        "why": re.compile("token"),
        "answer": "Answer",
        "start": "Start",
        "next": re.compile("Next question|See the result"),
        "result": re.compile(r"\d+ of \d+ right"),
    },
    "ja": {
        "sign up": "アカウントを作成する",
        "submit": "提出する",
        "wrong": re.compile("形状は正しい|値が違います"),
        "right": re.compile("正解"),
        "why": re.compile("トークン"),
        "answer": "答える",
        "start": "始める",
        "next": re.compile("次の問題|結果を見る"),
        "result": re.compile(r"\d+問中\d+問"),
    },
}


@pytest.mark.parametrize(
    ("locale", "viewport"),
    [
        pytest.param("en", WIDE, id="en-wide"),
        pytest.param("ja", WIDE, id="ja-wide"),
        pytest.param("en", NARROW, id="en-narrow"),
        pytest.param("ja", NARROW, id="ja-narrow"),
    ],
)
def test_a_learner_signs_up_repairs_split_heads_and_takes_the_quiz(
    open_page: Callable[..., Page], corpus: Callable[[str], str], locale: str, viewport: dict[str, int]
) -> None:
    words = WORDS[locale]
    page = open_page(locale=locale, viewport=viewport)
    _sign_up(page, f"learner-{locale}-{viewport['width']}", words)

    page.goto("/exercises/split-heads/")
    assert page.locator("html").get_attribute("lang") == locale
    page.evaluate("window.isStillTheSamePage = true")

    _submit(page, corpus("split-heads/wrong_value__numpy__reshape_only"), words)
    verdict = page.locator("[data-verdict][data-is-final=true]")
    expect(verdict.locator("[data-headline]")).to_have_text(words["wrong"])
    expect(verdict.locator(".diagnosis")).to_contain_text(words["why"])
    expect(verdict.locator("[data-heat-map]").first).to_be_visible()
    expect(verdict.locator(".quiz-links a").first).to_be_visible()
    wrong_submission = verdict.get_attribute("data-submission")

    _submit(page, corpus("split-heads/accepted__numpy__reshape_and_transpose"), words)
    expect(
        page.locator(f"[data-verdict][data-is-final=true]:not([data-submission='{wrong_submission}'])")
    ).to_be_visible()
    expect(page.locator("[data-verdict] [data-headline]")).to_have_text(words["right"])
    assert page.evaluate("window.isStillTheSamePage"), "verdicts arrive without loading the page again"
    _nothing_wider_than_the_screen(page)

    page.goto(f"/submissions/{wrong_submission}/")
    expect(page.locator("[data-headline]")).to_have_text(words["wrong"])

    _take_the_quiz(page, words)


def test_a_shape_mistake_is_shown_axis_by_axis(open_page: Callable[..., Page], corpus: Callable[[str], str]) -> None:
    page = open_page(locale="en")
    _sign_up(page, "learner-shapes", WORDS["en"])
    page.goto("/exercises/split-heads/")
    _submit(page, corpus("split-heads/wrong_shape__torch__stays_before_the_transpose"), WORDS["en"], framework="torch")
    ladder = page.locator("[data-verdict][data-is-final=true] .ladder").first
    expect(ladder).to_contain_text("num_heads")
    expect(ladder).to_contain_text("seq_len")
    expect(ladder.locator(".is-wrong")).to_have_count(2)
    expect(page.locator(".repair").first).to_contain_text("transpose(1, 2)")


def test_two_learners_see_only_their_own(open_page: Callable[..., Page], corpus: Callable[[str], str]) -> None:
    pages = {}
    for name in ("first", "second"):
        pages[name] = open_page(locale="en")
        _sign_up(pages[name], f"learner-{name}", WORDS["en"])
        pages[name].goto("/exercises/split-heads/")
    _submit(pages["first"], corpus("split-heads/wrong_value__numpy__reshape_only"), WORDS["en"])
    mine = pages["first"].locator("[data-verdict][data-is-final=true]")
    expect(mine).to_be_visible()
    address = f"/submissions/{mine.get_attribute('data-submission')}/"
    for path in (address, f"{address}verdict", f"{address}events"):
        assert pages["second"].request.get(path).status in {403, 404}
        assert pages["first"].request.get(f"{address}verdict").status == 200


def _sign_up(page: Page, username: str, words: dict[str, object]) -> None:
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill(username)
    if page.locator("[name=email]").count():
        page.locator("[name=email]").fill(f"{username}@example.org")
    for field in ("password1", "password2"):
        if page.locator(f"[name={field}]").count():
            page.locator(f"[name={field}]").fill(PASSWORD)
    page.get_by_role("button", name=words["sign up"]).click()
    expect(page.locator(".menu summary")).to_have_text(username)


def _submit(page: Page, source: str, words: dict[str, object], *, framework: str = "numpy") -> None:
    page.locator(f"[name=framework][value={framework}]").check(force=True)
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)
    page.get_by_role("button", name=words["submit"], exact=True).click()


def _nothing_wider_than_the_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def _take_the_quiz(page: Page, words: dict[str, object]) -> None:
    page.goto("/quizzes/dk-and-cross-attention/")
    page.get_by_role("button", name=words["start"], exact=True).click()
    for _question in range(30):
        _nothing_wider_than_the_screen(page)
        _give_some_answer(page)
        page.get_by_role("button", name=words["answer"], exact=True).click()
        expect(page.locator("[data-quiz-mark]")).to_be_visible()
        page.locator("[data-quiz-next]").click()
        page.wait_for_load_state()
        if page.locator(".quiz-scores").count():
            break
    expect(page.locator("h1")).to_have_text(words["result"])


def _give_some_answer(page: Page) -> None:
    """Any answer that can be read: the first option, the order as shown, or an entry."""
    kind = page.locator("[data-quiz-form]").get_attribute("data-kind")
    if kind in {"single", "multiple"}:
        page.locator("[name=option]").first.check()
    elif kind in {"numeric", "shape", "fill"}:
        page.locator("[name=entry]").fill({"numeric": "8", "shape": "(2, 3)", "fill": "permute"}[kind])
    else:
        assert kind == "ordering"
