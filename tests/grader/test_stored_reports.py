"""Reports as version 1 stored them: the course and its texts may change, and they must still read well."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from exercises import registry
from grader.report import render

REPORTS = {path.stem: path for path in sorted(Path(__file__).with_name("reports").glob("*.json"))}
WORDED = {"headline", "label", "next_step", "summary", "text"}
ID = re.compile(r"\b(diagnosis|error|finding|headline|next_step|summary|verdict)\.[a-z_]+")


def read(report: dict[str, Any], locale: str) -> dict[str, Any]:
    return render(report, registry.get(report["exercise"]), locale)


def stored(verdict: str) -> dict[str, Any]:
    return json.loads(REPORTS[verdict].read_text(encoding="utf-8"))


def texts(part: Any, key: str = "") -> Iterator[str]:
    """Every text that `render` adds, wherever it stands."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from texts(value, key if key == "text" else name)
    elif isinstance(part, list):
        for one in part:
            yield from texts(one, key)
    elif isinstance(part, str) and key in WORDED:
        yield part


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("verdict", REPORTS)
def test_a_stored_report_is_worded_whole(verdict: str, locale: str) -> None:
    report = stored(verdict)
    assert (report["version"], report["verdict"]) == (1, verdict)
    found = [text for text in texts(read(report, locale)) if text]
    assert len(found) >= 7, "headline, label, next step, summary and three texts of the verdict"
    assert [text for text in found if ID.search(text)] == []
    assert all(bool(re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text)) is (locale == "ja") for text in found)


def test_the_stored_reports_are_of_four_kinds() -> None:
    assert set(REPORTS) == {"accepted", "rejected", "runtime_error", "wrong_value"}
    (diagnosis,) = stored("wrong_value")["diagnoses"]
    assert len(diagnosis["misconceptions"]) == 2, "two faults that only together give these numbers"
    assert any(case.get("error") for case in stored("runtime_error")["cases"])


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_causes_of_a_stored_report_are_still_the_exercises(locale: str) -> None:
    (diagnosis,) = read(stored("wrong_value"), locale)["diagnoses"]
    assert not set(diagnosis["misconceptions"]) & set(diagnosis["text"].split())


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_what_has_no_text_any_more_reads_as_its_id(locale: str) -> None:
    report = stored("rejected")
    kept = read(report, locale)
    report["findings"][0]["id"] = "rejected.long_ago"
    report["verdict"] = "withdrawn"
    again = read(report, locale)
    assert again["findings"][0]["text"] == "finding.rejected.long_ago"
    assert (again["label"], again["text"]["next"]) == ("verdict.withdrawn.label", "verdict.withdrawn.next")
    assert again["summary"] == kept["summary"]


def test_a_text_with_a_parameter_that_was_not_kept_reads_as_its_id(caplog: pytest.LogCaptureFixture) -> None:
    report = stored("rejected")
    assert report["findings"][0]["parameters"]
    report["findings"][0]["parameters"] = {}
    assert read(report, "en")["findings"][0]["text"] == f"finding.{report['findings'][0]['id']}"
    assert "cannot be worded" in caplog.text
