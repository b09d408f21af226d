from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "mha_course.portal"
    default_auto_field = "django.db.models.BigAutoField"
