"""What instructors choose: which submissions to list, and who is what in a class."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from grader.messages import message
from grader.verdicts import Verdict
from mha_course.dashboard.selectors.catalogue import ExerciseColumn
from mha_course.dashboard.selectors.records import Filters
from mha_course.people.models import Role, User
from mha_course.submissions.models import RunState

__all__ = ["FilterForm", "RoleForm"]

_UNJUDGED = (RunState.QUEUED, RunState.RUNNING, RunState.FAILED)


class FilterForm(forms.Form):
    """The filters of the list of submissions, read from the query string. An unknown value keeps everything."""

    learner = forms.ChoiceField(label=_("Learner"), required=False)
    exercise = forms.ChoiceField(label=_("Exercise"), required=False)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False)
    misconception = forms.ChoiceField(label=_("Misconception"), required=False)

    def __init__(
        self,
        *arguments: object,
        learners: Iterable[User],
        exercises: Iterable[ExerciseColumn],
        misconceptions: Iterable[str],
        **options: object,
    ) -> None:
        super().__init__(*arguments, **options)
        locale = get_language() or "en"
        everyone, everything = [("", _("Everyone"))], [("", _("All"))]
        self.fields["learner"].choices = everyone + [(str(learner.pk), str(learner)) for learner in learners]
        self.fields["exercise"].choices = everything + [(column.slug, column.title) for column in exercises]
        self.fields["verdict"].choices = (
            everything
            + [(verdict.value, message(f"verdict.{verdict}.label", locale)) for verdict in reversed(Verdict)]
            + [(state.value, state.label) for state in _UNJUDGED]
        )
        self.fields["misconception"].choices = everything + [(slug, slug) for slug in misconceptions]

    def filters(self) -> Filters:
        """The valid choices alone: a stale link still lists something."""
        self.is_valid()
        chosen = self.cleaned_data
        return Filters(
            learner=int(chosen["learner"]) if chosen.get("learner") else None,
            exercise=chosen.get("exercise", ""),
            verdict=chosen.get("verdict", ""),
            misconception=chosen.get("misconception", ""),
        )


class RoleForm(forms.Form):
    """A member's new role."""

    role = forms.ChoiceField(choices=Role.choices)
