"""Under /dashboard/: the list of classes, and for each class its pages."""

from django.urls import include, path

from mha_course.dashboard.views import members, overview, submissions

app_name = "dashboard"

_of_a_cohort = [
    path("", overview.cohort, name="cohort"),
    path("queue", overview.queue, name="queue"),
    path("gradebook.csv", overview.gradebook_csv, name="csv"),
    path("submissions/", submissions.submissions, name="submissions"),
    path("learners/<int:learner_id>/", submissions.learner, name="learner"),
    path("members/", members.members, name="members"),
    path("members/name", members.rename, name="rename"),
    path("members/code", members.renew_code, name="renew_code"),
    path("members/<int:enrolment_id>/role", members.change_role, name="change_role"),
    path("members/<int:enrolment_id>/remove", members.remove, name="remove"),
]

urlpatterns = [
    path("", overview.index, name="index"),
    path("<int:cohort_id>/", include(_of_a_cohort)),
]
