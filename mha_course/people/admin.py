"""Accounts and cohorts for the site's staff. This is where an account becomes an instructor's."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mha_course.people import services
from mha_course.people.models import Cohort, Enrolment, Role, User

__all__ = ["AccountAdmin", "CohortAdmin"]


class EnrolmentFormSet(BaseInlineFormSet):
    """Holds staff to the rule of the services: a class that has an instructor keeps at least one."""

    def clean(self) -> None:
        super().clean()
        if self.instance.pk is None or any(self.errors):
            return
        # Locked as the services lock it, and read afresh: the page may have shown an instructor who is none any more.
        cohort = Cohort.objects.select_for_update().get(pk=self.instance.pk)
        teaching = set(cohort.enrolments.filter(role=Role.INSTRUCTOR).values_list("pk", flat=True))
        changed = [form for form in self.forms if form.has_changed()]
        leaving = {form.instance.pk for form in changed if not self._teaches(form)}
        if teaching and teaching <= leaving and not any(self._teaches(form) for form in changed):
            raise ValidationError(_("A class keeps at least one instructor. Make somebody else an instructor first."))

    def _teaches(self, form: ModelForm) -> bool:
        return form not in self.deleted_forms and form.cleaned_data["role"] == Role.INSTRUCTOR


class EnrolmentInline(admin.TabularInline):
    model = Enrolment
    formset = EnrolmentFormSet
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
