"""`manage.py grade EXERCISE FILE [FILE ...]`: the worker's engine and sandbox on files, without database or broker.

Exit status: 0 all accepted, 1 graded but not all accepted, 2 wrong usage, 3 a fault of ours.
"""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from exercises import registry
from grader.errors import ExerciseError, SandboxError, UsageError
from grader.grading import grade
from grader.model import Exercise
from grader.report import render
from grader.sandbox import open_sandbox
from grader.verdicts import Verdict
from mha_course.submissions.errors import UnstorableReport
from mha_course.submissions.storable import stored_report
from mha_course.submissions.terminal import Paint, language_of_terminal, report_lines

NOT_ALL_ACCEPTED, WRONG_USAGE, OUR_FAULT = 1, 2, 3


class Command(BaseCommand):
    help = "Grade files as the site would, without database or broker."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("exercise", metavar="EXERCISE", help="the exercise's slug, for example split-heads")
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
        parser.add_argument("--framework", choices=("numpy", "torch"), help="default: torch if the file imports it")
        parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
        parser.add_argument("--locale", choices=("en", "ja"), default=language_of_terminal())
        parser.add_argument("--json", action="store_true", help="one report a line, in the order of the files")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        try:
            verdicts = self._grade_all(options)
        except UsageError as error:
            raise CommandError(str(error), returncode=WRONG_USAGE) from error
        except (ExerciseError, SandboxError, UnstorableReport) as error:
            raise CommandError(f"{error}\nSee: manage.py doctor", returncode=OUR_FAULT) from error
        if Verdict.INTERNAL_ERROR in verdicts:
            sys.exit(OUR_FAULT)
        if any(verdict is not Verdict.ACCEPTED for verdict in verdicts):
            sys.exit(NOT_ALL_ACCEPTED)

    def _grade_all(self, options: dict[str, Any]) -> list[Verdict]:
        exercise = registry.get(options["exercise"])
        sources = [(path, _read(path)) for path in options["files"]]
        verdicts = []
        with translation.override(options["locale"]), open_sandbox() as sandbox:
            for path, source in sources:
                report = grade(
                    exercise,
                    source,
                    sandbox=sandbox,
                    framework=options["framework"],
                    device=options["device"],
                    seed=secrets.randbits(63),
                )
                self._show(stored_report(report), exercise, path, options)
                verdicts.append(report.verdict)
        return verdicts

    def _show(self, stored: dict[str, Any], exercise: Exercise, path: Path, options: dict[str, Any]) -> None:
        report = render(stored, exercise, options["locale"])
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            paint = Paint(is_on=self.stdout.isatty() and not options["no_color"])
            self.stdout.write("\n".join(report_lines(report, title=str(path), paint=paint)))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise UsageError(message) from error
