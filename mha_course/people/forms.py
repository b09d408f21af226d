"""What people type about themselves and their cohorts."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from mha_course.people.errors import UnknownJoinCodeError
from mha_course.people.models import Cohort, User
from mha_course.people.selectors import cohort_by_code
from mha_course.people.services import set_display_name

__all__ = ["CohortForm", "JoinForm", "ProfileForm", "SignupForm"]


class SignupForm(forms.Form):
    """Added by allauth to its own sign-up form (`ACCOUNT_SIGNUP_FORM_CLASS`)."""

    display_name = forms.CharField(
        label=_("Name"),
        help_text=_("Shown to the instructors of your class. You can change it later."),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once `user` is stored."""
        set_display_name(user=user, display_name=self.cleaned_data["display_name"])


class ProfileForm(forms.ModelForm):
    """The name that others see."""

    class Meta:
        model = User
        fields = ["display_name"]
        labels = {"display_name": _("Name")}
        help_texts = {"display_name": _("Left empty, your user name is shown.")}
        widgets = {"display_name": forms.TextInput(attrs={"autocomplete": "name"})}


class CohortForm(forms.ModelForm):
    """A cohort's name; the join code is drawn, not typed."""

    class Meta:
        model = Cohort
        fields = ["name"]
        labels = {"name": _("Name of the class")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}


class JoinForm(forms.Form):
    """A join code as it stands on the blackboard."""

    code = forms.CharField(
        label=_("Join code"),
        max_length=32,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        """The code as stored."""
        try:
            return cohort_by_code(self.cleaned_data["code"]).code
        except UnknownJoinCodeError as error:
            raise forms.ValidationError(_("No class has this code. Check it letter by letter.")) from error
