from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "mha_course.people"
    default_auto_field = "django.db.models.BigAutoField"
