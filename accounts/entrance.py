"""Allauth's way in, where ours differs."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailConfirmation
from allauth.account.views import ConfirmEmailView as AllauthConfirmEmailView
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import TextInput
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.forms import DisplayNameField
from accounts.models import User
from accounts.services import update_preferences


class LoginForm(AllauthLoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail")


class SignupForm(AllauthSignupForm):
    display_name = DisplayNameField(
        required=False,
        help_text=_("What other players see. Your username, if you leave this empty."),
        widget=TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ["username", "display_name", "email", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address, if you like")
        self.fields["email"].help_text = _(
            "Without one, nobody can send you a new password. Other players never see it."
        )

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        assert isinstance(user, User)
        update_preferences(user=user, display_name=self.cleaned_data["display_name"])


class ConfirmEmailView(AllauthConfirmEmailView):
    def logout_other_user(self, confirmation: EmailConfirmation) -> None:
        """Nobody is logged out: a guest on this device would lose their game."""


confirm_email = ConfirmEmailView.as_view()
