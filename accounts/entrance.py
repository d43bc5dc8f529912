"""Allauth's way in, where ours differs."""

from typing import Any

from allauth.account.forms import AddEmailForm as AllauthAddEmailForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailConfirmation
from allauth.account.views import ConfirmEmailView as AllauthConfirmEmailView
from allauth.account.views import SignupView as AllauthSignupView
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.validators import MaxLengthValidator
from django.forms import Field, TextInput
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.forms import DisplayNameField
from accounts.models import User
from accounts.services import update_preferences
from accounts.usernames import UsernameTaken

# What the database stores of an address. Some databases do not even compare what is much longer.
LONGEST_ADDRESS = 254


def limit_length(field: Field) -> None:
    """Allauth's own limit, where it has one, is longer than what can be stored."""
    others = [validate for validate in field.validators if not isinstance(validate, MaxLengthValidator)]
    field.validators = [*others, MaxLengthValidator(LONGEST_ADDRESS)]
    field.widget.attrs["maxlength"] = str(LONGEST_ADDRESS)


class LoginForm(AllauthLoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail")
        limit_length(self.fields["login"])


class ResetPasswordForm(AllauthResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_length(self.fields["email"])


class AddEmailForm(AllauthAddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_length(self.fields["email"])


class SignupForm(AllauthSignupForm):
    display_name = DisplayNameField(
        required=False,
        help_text=_("What other players see. Your username, if you leave this empty."),
        widget=TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ["username", "display_name", "email", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_length(self.fields["email"])
        self.fields["email"].label = _("E-mail address, if you like")
        self.fields["email"].help_text = _(
            "Without one, nobody can send you a new password. Other players never see it."
        )

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        assert isinstance(user, User)
        update_preferences(user=user, display_name=self.cleaned_data["display_name"])


class SignupView(AllauthSignupView):
    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except UsernameTaken as problem:
            form.add_error("username", problem)
            answer = self.form_invalid(form)
        return answer


class ConfirmEmailView(AllauthConfirmEmailView):
    def logout_other_user(self, confirmation: EmailConfirmation) -> None:
        """Nobody is logged out: a guest on this device would lose their game."""


signup = SignupView.as_view()
confirm_email = ConfirmEmailView.as_view()
