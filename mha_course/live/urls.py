from django.urls import path

from mha_course.live import views

app_name = "live"
urlpatterns = [path("<uuid:submission_id>/events", views.events, name="events")]
