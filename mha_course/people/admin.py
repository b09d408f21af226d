"""Accounts and cohorts for the site's staff. This is where an account becomes an instructor's."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mha_course.people import services
from mha_course.people.models import Cohort, Enrolment, User

__all__ = ["AccountAdmin", "CohortAdmin"]


class EnrolmentInline(admin.TabularInline):
    model = Enrolment
    extra = 0
    autocomplete_fields = ["user"]


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's account pages with the one name field of this site."""

    list_display = ["username", "display_name", "email", "is_staff", "is_active"]
    search_fields = ["username", "display_name", "email"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Person"), {"fields": ["display_name", "email"]}),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["username", "usable_password", "password1", "password2"]}),
        (_("Person"), {"fields": ["display_name", "email"]}),
    ]
    actions = ["make_instructors", "withdraw_instructors"]

    @admin.action(description=_("Make instructors: let them open classes"), permissions=["change"])
    def make_instructors(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            services.allow_cohorts(user=user)
        count = len(queryset)
        self.message_user(
            request,
            ngettext("%(count)d account may now open classes.", "%(count)d accounts may now open classes.", count)
            % {"count": count},
        )

    @admin.action(description=_("No longer instructors: they keep the classes they teach"), permissions=["change"])
    def withdraw_instructors(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            services.withdraw_cohorts(user=user)
        count = len(queryset)
        self.message_user(
            request,
            ngettext(
                "%(count)d account may no longer open classes.", "%(count)d accounts may no longer open classes.", count
            )
            % {"count": count},
        )


@admin.register(Cohort)
class CohortAdmin(admin.ModelAdmin):
    list_display = ["name", "code", "created_at"]
    search_fields = ["name", "code"]
    inlines = [EnrolmentInline]
