from django.apps import AppConfig


class DashboardConfig(AppConfig):
    name = "mha_course.dashboard"
    default_auto_field = "django.db.models.BigAutoField"
