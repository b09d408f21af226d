"""Where everything is. Each app names its own pages; this file only says under which path they hang."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("mha_course.portal.urls")),
    path("", include("mha_course.people.urls")),
    path("dashboard/", include("mha_course.dashboard.urls")),
    path("submissions/", include("mha_course.live.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

handler400 = "mha_course.portal.views.bad_request"
