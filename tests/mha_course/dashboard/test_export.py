"""The gradebook as a file that spreadsheets open rightly."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime
from urllib.parse import unquote

import pytest
from django.urls import reverse
from django.utils import translation

from exercises import registry
from grader.verdicts import Verdict
from mha_course.dashboard.export import safe_cell
from mha_course.people import services
from mha_course.submissions.models import RunState
from tests.mha_course.dashboard.rows import answer, attempt_quiz, fill_class, send


def download(client, cohort, **headers):
    response = client.get(reverse("dashboard:csv", args=[cohort.pk]), **headers)
    assert response.status_code == 200
    return response


def rows_of(response):
    """As a spreadsheet does: the byte order mark says UTF-8."""
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline=""), strict=True))


@pytest.fixture
def as_instructor(client, instructor):
    client.force_login(instructor)
    return client


def test_japanese_names_survive_the_round_trip(as_instructor, cohort):
    fill_class(cohort, 3)
    response = download(as_instructor, cohort)
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert response.content.count(b"\xef\xbb\xbf") == 1
    assert [row[0] for row in rows_of(response)[1:]] == ["学習者 01", "学習者 02", "学習者 03", "学習者 一"]


@pytest.mark.parametrize("name", ['Quo"te', "Comma, name", "Line\nbreak", "Semi;colon", "髙﨑 𠮷田", "Ünï"])
def test_any_name_is_one_cell(as_instructor, cohort, learner, name):
    learner.display_name = name
    learner.save()
    assert rows_of(download(as_instructor, cohort))[1][0] == name


def test_lines_end_as_rfc_4180_says(as_instructor, cohort):
    content = download(as_instructor, cohort).content
    assert content.endswith(b"\r\n")
    assert content.count(b"\n") == content.count(b"\r\n") == 2


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\u3000＝"])
def test_no_cell_is_a_formula(start):
    assert safe_cell(f"{start}HYPERLINK(1)") == f"'{start}HYPERLINK(1)"


@pytest.mark.parametrize("text", ["", " ", "学習者 一", "a=b", "x-y", "3", "a@b.example", "'quoted"])
def test_harmless_text_is_left_alone(text):
    assert safe_cell(text) == text


def test_a_learner_cannot_plant_a_formula(as_instructor, cohort, learner):
    learner.display_name = '=cmd|" /C calc"!A0'
    learner.email = "+1@example.org"
    learner.save()
    cells = rows_of(download(as_instructor, cohort))[1]
    assert cells[0] == "'" + learner.display_name
    assert cells[2] == "'+1@example.org"
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r")]


def test_each_exercise_has_points_verdict_count_and_time(as_instructor, cohort, learner):
    send(learner, "softmax", points=4, age_seconds=60)
    last = send(learner, "softmax", state=RunState.QUEUED)
    last.refresh_from_db()
    heading, row = rows_of(download(as_instructor, cohort))
    cells = dict(zip(heading, row, strict=True))
    most = registry.get("softmax").max_points
    assert cells[f"softmax: points (max {most})"] == "4"
    assert cells["softmax: verdict"] == Verdict.WRONG_VALUE
    assert cells["softmax: submissions"] == "2"
    moment = datetime.fromisoformat(cells["softmax: last submitted"])
    assert moment.tzinfo is not None
    assert moment == last.received_at.replace(microsecond=0)
    assert cells["split-heads: verdict"] == cells["split-heads: last submitted"] == ""
    assert cells["split-heads: submissions"] == "0"


def test_times_are_in_the_sites_zone_with_their_offset(as_instructor, cohort, learner, settings):
    settings.TIME_ZONE = "Asia/Tokyo"
    send(learner, "softmax")
    heading, row = rows_of(download(as_instructor, cohort))
    assert row[heading.index("softmax: last submitted")].endswith("+09:00")


def test_quizzes_are_in_percent_of_all_their_items(as_instructor, cohort, learner):
    quiz = registry.all_quizzes()[0]
    answer(attempt_quiz(learner, quiz.slug), quiz.items[0].id, correct=True)
    heading, row = rows_of(download(as_instructor, cohort))
    cells = dict(zip(heading, row, strict=True))
    assert cells[f"{quiz.slug}: credit in percent"] == str(int(100 / len(quiz.items) + 0.5))
    assert cells[f"{quiz.slug}: items answered"] == "1"


def test_headings_are_unique_and_in_the_readers_language(as_instructor, cohort):
    english = rows_of(download(as_instructor, cohort))[0]
    japanese = rows_of(download(as_instructor, cohort, headers={"accept-language": "ja"}))[0]
    assert len(set(english)) == len(english) == len(set(japanese)) == len(japanese)
    assert english[0] == "Name"
    with translation.override("ja"):
        assert japanese[0] == "名前"


def test_the_file_has_an_ascii_name_and_the_real_one(as_instructor, cohort):
    services.rename_cohort(cohort=cohort, name='注意 "1"; 春/A')
    disposition = download(as_instructor, cohort).headers["Content-Disposition"]
    assert disposition.isascii()
    plain, extended = re.fullmatch(r"attachment; filename=\"([\w.-]+)\"; filename\*=UTF-8''(\S+)", disposition).groups()
    assert re.fullmatch(rf"gradebook-{cohort.code}-\d{{4}}-\d\d-\d\d\.csv", plain)
    assert re.fullmatch(r'注意 "1"; 春/A-\d{4}-\d\d-\d\d\.csv', unquote(extended))


def test_it_is_not_kept_by_caches(as_instructor, cohort):
    response = download(as_instructor, cohort)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
