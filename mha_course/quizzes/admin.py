"""Quiz attempts for staff: to look at, never to change, because marks are facts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from mha_course.quizzes.models import QuizAttempt, QuizResponse


class _ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ResponseInline(_ReadOnly, admin.TabularInline):
    model = QuizResponse
    extra = 0
    can_delete = False


@admin.register(QuizAttempt)
class QuizAttemptAdmin(_ReadOnly, admin.ModelAdmin):
    list_display = ["quiz", "learner", "started_at", "finished_at"]
    list_filter = ["quiz"]
    list_select_related = ["learner"]
    search_fields = ["learner__username", "learner__display_name"]
    inlines = [ResponseInline]
