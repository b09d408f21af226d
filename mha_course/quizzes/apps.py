from django.apps import AppConfig


class QuizzesConfig(AppConfig):
    name = "mha_course.quizzes"
    default_auto_field = "django.db.models.BigAutoField"
