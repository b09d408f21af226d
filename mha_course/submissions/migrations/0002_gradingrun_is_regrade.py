"""Says of each run whether it is a regrade, which until now only its queue told, and on the GPU nothing did."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_regrades(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Submitting makes exactly one run, so every later one of a submission is a regrade."""
    runs = apps.get_model("submissions", "GradingRun").objects
    earlier = runs.filter(submission=models.OuterRef("submission"), queued_at__lt=models.OuterRef("queued_at"))
    later = runs.order_by().filter(models.Exists(earlier)).values_list("pk", flat=True)
    runs.filter(pk__in=list(later)).update(is_regrade=True)


class Migration(migrations.Migration):
    dependencies = [("submissions", "0001_initial")]

    operations = [
        migrations.AddField("gradingrun", "is_regrade", models.BooleanField(default=False)),
        migrations.RunPython(mark_regrades, migrations.RunPython.noop, elidable=True),
    ]
