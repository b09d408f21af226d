from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "mha_course.submissions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from mha_course.submissions import checks  # noqa: F401  # registers the system checks
