"""`manage.py create_demo`: accounts `learner` and `instructor` to try the site with."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mha_course.people import demo


class Command(BaseCommand):
    help = "Create the accounts learner and instructor in an empty database, and print their passwords."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing, silently, where there are accounts")

    def handle(self, *_arguments: Any, if_empty: bool = False, **_options: Any) -> None:
        try:
            accounts = demo.create()
        except demo.DemoNotAllowed as error:
            if if_empty:
                return
            raise CommandError(str(error)) from error
        for account in accounts:
            self.stdout.write(f"{account.username:<12}{account.password}")
