"""The gradebook as a CSV file that spreadsheets open rightly, Japanese names included.

RFC 4180: commas, CRLF, quotes doubled. A byte order mark tells Excel that it is UTF-8; without one it reads Japanese
names in the machine's own encoding. Text that a spreadsheet would take for a formula gets an apostrophe in front
(OWASP, "CSV Injection"), because learners choose their own names.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime
from urllib.parse import quote

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from mha_course.dashboard.selectors.gradebook import Gradebook, Row

__all__ = ["csv_response", "gradebook_table", "safe_cell"]

BYTE_ORDER_MARK = "\ufeff"
_FORMULA_STARTS = frozenset("=+-@\t\r\n＝＋－＠")
"""The full-width forms too: Excel in East Asian locales reads them as the ASCII ones."""


def safe_cell(text: str) -> str:
    """`text` as a cell that no spreadsheet runs, leading spaces or not."""
    start = text.lstrip(" \u3000")[:1]
    return f"'{text}" if start in _FORMULA_STARTS and start else text


def gradebook_table(book: Gradebook) -> Iterator[list[str]]:
    """The heading and one row for each learner: who, then four columns an exercise, then two a quiz.

    Headings are in the reader's language. Verdicts are the report's own words and times are ISO 8601 with offset, so
    that a program reads the same whatever the language.
    """
    yield _headings(book)
    for row in book.rows:
        yield [safe_cell(cell) for cell in _cells(row)]


def csv_response(rows: Iterable[list[str]], *, ascii_name: str, name: str) -> HttpResponse:
    """A download called `name`; readers that know no RFC 5987 call it `ascii_name`."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    response = HttpResponse(f"{BYTE_ORDER_MARK}{text.getvalue()}", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name, safe='')}"
    response["Cache-Control"] = "no-store"
    return response


def _headings(book: Gradebook) -> list[str]:
    headings = [_("Name"), _("User name"), _("E-mail"), _("Exercises accepted"), _("Points")]
    for column in book.columns:
        parts = [
            _("points (max %(points)d)") % {"points": column.max_points},
            _("verdict"),
            _("submissions"),
            _("last submitted"),
        ]
        headings += [f"{column.slug}: {part}" for part in parts]
    for quiz in book.quizzes:
        headings += [f"{quiz.slug}: {part}" for part in (_("credit in percent"), _("items answered"))]
    return headings


def _cells(row: Row) -> Iterator[str]:
    yield from (str(row.learner), row.learner.username, row.learner.email, str(row.accepted), str(row.points))
    for cell in row.cells:
        yield str(cell.points) if cell.verdict else ""
        yield cell.verdict.value if cell.verdict else ""
        yield str(cell.submissions)
        yield _moment(cell.last_submitted_at)
    for mark in row.quizzes:
        yield str(mark.percent) if mark.answered else ""
        yield str(mark.answered)


def _moment(moment: datetime | None) -> str:
    """In the site's time zone, to the second."""
    return timezone.localtime(moment).isoformat(timespec="seconds") if moment else ""
