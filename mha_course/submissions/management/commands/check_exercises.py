"""`manage.py check_exercises [SLUG ...]`: every exercise's contract and mutation score. Exit 1 if one falls short."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from exercises import registry
from exercises.checks import CheckResult, check_exercise
from grader.errors import ExerciseError, SandboxError, UsageError
from grader.sandbox import open_sandbox
from mha_course.submissions.terminal import Paint, display_width, language_of_terminal

WRONG_USAGE, OUR_FAULT = 2, 3


class Command(BaseCommand):
    help = "Check exercises: texts, samples, and that their cases tell every known mistake apart."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", metavar="SLUG", nargs="*", help="default: all exercises")
        parser.add_argument("--json", action="store_true", help="one JSON list of all results")
        parser.add_argument("--no-samples", action="store_true", help="do not grade the samples in the sandbox")
        parser.add_argument("--locale", choices=("en", "ja"), default=language_of_terminal())

    def handle(self, *_arguments: Any, **options: Any) -> None:
        unknown = sorted(set(options["slugs"]) - set(registry.slugs()))
        if unknown:
            known = ", ".join(registry.slugs())
            raise CommandError(f"no such exercise: {', '.join(unknown)}; there are {known}", returncode=WRONG_USAGE)
        try:
            results = [*self._check(options["slugs"] or registry.slugs(), grades_samples=not options["no_samples"])]
        except (SandboxError, UsageError) as error:
            raise CommandError(f"{error}\nSee: manage.py doctor", returncode=OUR_FAULT) from error
        with translation.override(options["locale"]):
            if options["json"]:
                self.stdout.write(json.dumps([_as_json(result) for result in results], ensure_ascii=False))
            else:
                paint = Paint(is_on=self.stdout.isatty() and not options["no_color"])
                self.stdout.write("\n".join(_table(results, paint)))
        if not all(result.is_sound for result in results):
            sys.exit(1)

    def _check(self, slugs: Sequence[str], *, grades_samples: bool) -> list[CheckResult]:
        results = []
        with open_sandbox() if grades_samples else nullcontext() as sandbox:
            for slug in slugs:
                try:
                    results.append(check_exercise(registry.get(slug), sandbox))
                except ExerciseError as error:
                    results.append(_broken(slug, error))
        return results


def _broken(slug: str, error: ExerciseError) -> CheckResult:
    """A folder that does not even load falls short of everything."""
    counts = dict.fromkeys(
        ("cases", "visible_cases", "misconceptions", "mutants", "rejected_mutants", "samples", "graded_samples"), 0
    )
    return CheckResult(slug=slug, **counts, problems=(str(error),))


def _as_json(result: CheckResult) -> dict[str, Any]:
    score = {"mutation_score": result.mutation_score, "is_sound": result.is_sound}
    return {**dataclasses.asdict(result), **score}


def _table(results: Sequence[CheckResult], paint: Paint) -> list[str]:
    headings = [_("exercise"), _("cases"), _("mutants caught"), _("score"), _("samples"), ""]
    rows = [headings, *(_row(result) for result in results)]
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(headings))]
    lines = []
    for row, result in zip(rows, [None, *results], strict=True):
        cells = [cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True)]
        line = "  ".join(cells).rstrip()
        if result is None:
            line = paint.strong(line)
        elif not result.is_sound:
            line = paint.wrong(line)
        lines += [line, *(f"    {problem}" for problem in (result.problems if result else ()))]
    return lines


def _row(result: CheckResult) -> list[str]:
    return [
        result.slug,
        f"{result.cases}",
        f"{result.rejected_mutants}/{result.mutants}",
        f"{result.mutation_score:.2f}",
        f"{result.graded_samples}/{result.samples}",
        "✓ " + _("sound") if result.is_sound else "✗ " + _("falls short"),
    ]
