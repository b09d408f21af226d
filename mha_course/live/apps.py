from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "mha_course.live"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from mha_course.live import receivers  # noqa: F401  # connects them
