"""`manage.py doctor`: which sandbox layers, devices, broker and database are there. Exit 1 if a needed one is not."""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from mha_course.submissions.doctor import Part, examine
from mha_course.submissions.terminal import Paint, language_of_terminal


class Command(BaseCommand):
    help = "Say what this machine offers for grading, and what to do about what it does not."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON list of all parts")
        parser.add_argument("--locale", choices=("en", "ja"), default=language_of_terminal())

    def handle(self, *_arguments: Any, **options: Any) -> None:
        with translation.override(options["locale"]):
            parts = list(examine())
            is_well = all(part.is_there for part in parts if part.is_needed)
            if options["json"]:
                self.stdout.write(json.dumps([dataclasses.asdict(part) for part in parts], ensure_ascii=False))
            else:
                paint = Paint(is_on=self.stdout.isatty() and not options["no_color"])
                for part in parts:
                    self._show(part, paint)
                self.stdout.write(
                    _("Everything that is needed is there.") if is_well else _("Something that is needed is missing.")
                )
        if not is_well:
            sys.exit(1)

    def _show(self, part: Part, paint: Paint) -> None:
        mark = paint.right("✓") if part.is_there else paint.wrong("✗" if part.is_needed else "–")
        need = _("needed") if part.is_needed else _("optional")
        self.stdout.write(f"{mark} {paint.strong(part.name)}  {paint.faint(need)}  {part.detail}".rstrip())
        if part.remedy:
            self.stdout.write(f"    {part.remedy}")
