from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "mha_course.submissions"
    default_auto_field = "django.db.models.BigAutoField"
