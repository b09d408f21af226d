"""Included at the root: /join/, /join/<code>/, /profile/."""

from django.urls import path

from mha_course.people import views

app_name = "people"

urlpatterns = [
    path("join/", views.enter_code, name="enter_code"),
    path("join/<slug:code>/", views.join, name="join"),
    path("profile/", views.profile, name="profile"),
]
