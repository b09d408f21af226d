"""Pages for learners, at the root of the site."""

from __future__ import annotations

from django.urls import path

from mha_course.portal import quiz_urls, submission_changes, views

app_name = "portal"
urlpatterns = [
    path("", views.course, name="course"),
    path("exercises/<slug:slug>/", views.exercise, name="exercise"),
    path("exercises/<slug:slug>/history/", views.history, name="history"),
    path("submissions/<uuid:submission_id>/", views.submission, name="submission"),
    path("submissions/<uuid:submission_id>/verdict", views.verdict, name="verdict"),
    path("submissions/<uuid:submission_id>/cancel/", submission_changes.cancel, name="cancel"),
    path("submissions/<uuid:submission_id>/regrade/", submission_changes.regrade, name="regrade"),
    *quiz_urls.urlpatterns,
]
