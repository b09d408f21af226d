"""The exercise page, as a browser with and without scripts meets it."""

from __future__ import annotations

import json
import re
from urllib.parse import quote_from_bytes

import pytest
from django.test import Client
from django.urls import reverse

from exercises import registry
from mha_course.submissions.models import GradingRun, Submission
from tests.mha_course.portal.conftest import ACCEPTED, DOES_NOT_PARSE, NO_TRANSPOSE, RESHAPE_ONLY
from tests.mha_course.portal.reading import text_of

pytestmark = pytest.mark.django_db
URL = "/exercises/split-heads/"


def post(client, **fields):
    return client.post(URL, {"framework": "numpy", "device": "auto", "source": RESHAPE_ONLY, **fields})


def post_json(client, **fields):
    form = {"framework": "numpy", "device": "auto", "source": RESHAPE_ONLY, **fields}
    return client.post(URL, form, headers={"accept": "application/json"})


@pytest.mark.parametrize("slug", registry.slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_exercise_has_a_page_in_both_languages(browser, slug, language):
    response = browser.get(reverse("portal:exercise", args=[slug]), headers={"accept-language": language})
    assert response.status_code == 200
    html = response.content.decode()
    assert registry.get(slug).title[language] in text_of(response)
    assert "style=" not in html
    assert "<merror" not in html
    assert "$" not in re.sub(r"<(script|textarea|pre).*?</\1>", "", html, flags=re.DOTALL)


def test_an_unknown_exercise_is_not_found(browser):
    response = browser.get("/exercises/no-such-thing/")
    assert response.status_code == 404
    assert "nothing at this address" in text_of(response)


def test_the_starter_stands_in_the_editor_for_either_framework(browser):
    exercise = registry.get("split-heads")
    for framework in exercise.frameworks:
        page = browser.get(URL, {"framework": framework})
        assert exercise.starters[framework].strip().splitlines()[-1] in page.content.decode()
        assert f'value="{framework}" checked' in page.content.decode()


def test_scripts_find_both_starters_and_their_words(browser):
    html = browser.get(URL, headers={"accept-language": "ja"}).content.decode()
    assert json_in(html, "starters") == dict(registry.get("split-heads").starters)
    assert all(re.search(r"[ぁ-んァ-ン一-龥]", text) for text in json_in(html, "workbench-words").values())


def json_in(html, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html, re.DOTALL)
    return json.loads(found[1])


def test_visitors_may_read_but_not_submit(client):
    assert client.get(URL).status_code == 200
    assert post(client).url == f"{reverse('account_login')}?next={URL}"
    answer = post_json(client)
    assert answer.status_code == 401
    assert answer.json()["login_url"] == f"{reverse('account_login')}?next={URL}"
    assert not Submission.objects.exists()


def test_a_script_gets_the_addresses_to_follow(browser, learner):
    answer = post_json(browser)
    submission = Submission.objects.get()
    assert answer.status_code == 201
    assert answer.json() == {
        "id": str(submission.pk),
        "url": f"/submissions/{submission.pk}/",
        "verdict_url": f"/submissions/{submission.pk}/verdict",
        "events_url": f"/submissions/{submission.pk}/events",
    }
    assert submission.learner == learner
    assert GradingRun.objects.get().state == "queued"


def test_a_form_without_scripts_leads_to_the_submissions_page(browser):
    response = post(browser, visible_only="1")
    submission = Submission.objects.get()
    assert response.url == f"/submissions/{submission.pk}/"
    assert submission.is_visible_only
    page = browser.get(response.url)
    assert "Look again" in page.content.decode()
    assert "http-equiv" not in page.content.decode()


def test_line_ends_of_browsers_do_not_reach_the_program(browser):
    post(browser, source="def split_heads(x, n):\r\n    return x\r\n")
    assert Submission.objects.get().source == "def split_heads(x, n):\n    return x\n"


def test_a_refused_form_says_why_and_gives_the_code_back(browser):
    response = post(browser, device="cuda", source="import numpy  # my long work <b>")
    assert response.status_code == 400
    html = response.content.decode()
    assert "NumPy runs on the CPU" in text_of(response)
    assert "import numpy  # my long work &lt;b&gt;" in html


def test_a_refused_script_gets_the_reason_in_the_readers_language(browser):
    answer = browser.post(
        URL, {"source": "", "device": "auto"}, headers={"accept": "application/json", "accept-language": "ja"}
    )
    assert answer.status_code == 400
    assert re.search(r"[ぁ-ん]", answer.json()["message"])


def test_too_large_a_source_is_413(browser):
    assert post_json(browser, source="x = 1\n" * 200_000).status_code == 413


def multipart(source: bytes) -> tuple[bytes, str]:
    part = b'--end\r\nContent-Disposition: form-data; name="source"\r\n\r\n' + source + b"\r\n--end--\r\n"
    return part, "multipart/form-data; boundary=end"


def percent_encoded(source: bytes) -> tuple[bytes, str]:
    return b"source=" + quote_from_bytes(source).encode(), "application/x-www-form-urlencoded"


@pytest.mark.parametrize("form", [multipart, percent_encoded])
@pytest.mark.parametrize("source", [b"# \xff\xfe\nx = 1", "# 日本語\nx = 1".encode("shift_jis"), b"# cut \xe6\x97"])
def test_bytes_that_are_not_utf_8_are_refused_and_not_replaced(browser, form, source):
    body, content_type = form(source)
    response = browser.post(URL, body, content_type=content_type)
    assert response.status_code == 400
    assert "The submission is not UTF-8 text." in text_of(response)
    assert not Submission.objects.exists()


@pytest.mark.parametrize("form", [multipart, percent_encoded])
def test_every_character_of_utf_8_is_taken_as_it_is(browser, form):
    source = "# 日本語 \N{REPLACEMENT CHARACTER} \N{GRINNING FACE} 100%\nx = 1"
    body, content_type = form(source.encode())
    assert browser.post(URL, body, content_type=content_type).status_code == 302
    assert Submission.objects.get().source == source


@pytest.mark.parametrize("form", [multipart, percent_encoded])
def test_a_form_without_the_pages_token_is_refused(learner, form):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    body, content_type = form(b"x = 1")
    assert client.post(URL, body, content_type=content_type).status_code == 403
    token = client.get(URL).context["csrf_token"]
    assert client.post(URL, {"source": "x = 1", "csrfmiddlewaretoken": str(token)}).status_code == 302


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_request_beyond_what_the_server_reads_is_413_with_words(browser, settings, language):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 4096
    response = browser.post(URL, {"source": "#" * 5000}, headers={"accept-language": language})
    assert response.status_code == 413
    assert {"en": "Submit only the function itself", "ja": "関数だけを"}[language] in text_of(response)
    assert not Submission.objects.exists()


def test_a_request_for_no_host_of_ours_is_400(browser):
    assert browser.get("/", headers={"host": "no such host"}).status_code == 400


def test_too_many_submissions_are_429_with_the_time_to_wait(browser, settings):
    settings.SUBMISSIONS_PER_MINUTE = 1
    assert post_json(browser).status_code == 201
    answer = post_json(browser)
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_earlier_submissions_are_listed_and_can_be_reopened(browser, sent):
    submission = sent(NO_TRANSPOSE)
    page = browser.get(URL)
    link = f"{URL}?submission={submission.pk}#verdict"
    assert link in page.content.decode()
    reopened = browser.get(link)
    html = reopened.content.decode()
    assert "return x.reshape(batch, seq_len, num_heads" in html
    assert f'data-opened="{submission.pk}"' in html
    assert 'class="ladder"' in html


def test_the_list_of_submissions_is_a_fragment_too(browser, sent):
    sent(ACCEPTED)
    text = text_of(browser.get(f"{URL}history/"))
    assert "10 of 10 points" in text
    assert "Skip to the content" not in text


@pytest.mark.parametrize("asked", ["not-a-uuid", "00000000-0000-0000-0000-000000000000"])
def test_reopening_what_is_not_there_is_not_found(browser, asked):
    assert browser.get(URL, {"submission": asked}).status_code == 404


def test_nobody_reopens_the_submission_of_a_stranger(client, sent, make_user):
    submission = sent(RESHAPE_ONLY)
    client.force_login(make_user("stranger"))
    assert client.get(URL, {"submission": submission.pk}).status_code == 403


def test_a_submission_opens_only_on_its_own_exercise(browser, sent):
    assert browser.get("/exercises/softmax/", {"submission": sent(RESHAPE_ONLY).pk}).status_code == 404


@pytest.mark.parametrize(("language", "words"), [("en", "2 attempts used"), ("ja", "挑戦回数：2回")])
def test_the_list_tells_how_many_attempts_were_used(browser, sent, language, words):
    sent(RESHAPE_ONLY)
    sent(ACCEPTED)
    sent(DOES_NOT_PARSE)
    sent(ACCEPTED, visible_only=True)
    for url in (URL, f"{URL}history/"):
        assert words in text_of(browser.get(url, headers={"accept-language": language}))


def test_the_page_makes_a_known_number_of_queries_however_long_the_list(browser, sent, django_assert_num_queries):
    for _time in range(4):
        sent(RESHAPE_ONLY)
    browser.get(URL)
    with django_assert_num_queries(8):  # session, reader, three for the header, two for the list, attempts
        browser.get(URL)


def test_the_page_works_without_the_built_editor(browser, monkeypatch):
    monkeypatch.setattr("mha_course.portal.templatetags.portal.EDITOR_BUNDLE", "build/never-built.js")
    html = browser.get(URL).content.decode()
    assert 'data-editor-url=""' in html
    assert "<textarea" in html
