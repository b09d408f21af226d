"""Quiz pages; `portal/urls.py` takes them in."""

from __future__ import annotations

from django.urls import path

from mha_course.portal import quiz_views

urlpatterns = [
    path("quizzes/", quiz_views.quizzes, name="quizzes"),
    path("quizzes/attempts/<uuid:attempt_id>/", quiz_views.quiz_result, name="quiz_result"),
    path("quizzes/attempts/<uuid:attempt_id>/<slug:item>/", quiz_views.quiz_item, name="quiz_item"),
    path("quizzes/<slug:slug>/", quiz_views.quiz, name="quiz"),
    path("quizzes/<slug:slug>/items/<slug:item>/", quiz_views.quiz_open, name="quiz_open"),
]
