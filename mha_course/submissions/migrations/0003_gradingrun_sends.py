"""Counts the messages given to the broker for each run, so that it is sent again ever less often."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0002_gradingrun_is_regrade")]

    operations = [migrations.AddField("gradingrun", "sends", models.PositiveSmallIntegerField(default=0))]
