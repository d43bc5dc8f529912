"""The forms of allauth's way in, where ours differ."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.validators import MaxLengthValidator
from django.forms import Field, TextInput
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.email_addresses import LONGEST_ADDRESS, find_by_login
from accounts.forms import DisplayNameField
from accounts.models import User
from accounts.services.accounts import update_preferences
from accounts.signup.confirmation import send_confirmation
from accounts.tasks import write_about_password


def limit_length(field: Field) -> None:
    """Allauth's own limit, where it has one, is longer than what can be stored."""
    others = [validate for validate in field.validators if not isinstance(validate, MaxLengthValidator)]
    field.validators = [*others, MaxLengthValidator(LONGEST_ADDRESS)]
    field.widget.attrs["maxlength"] = str(LONGEST_ADDRESS)


class LoginForm(AllauthLoginForm):
    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if settings.SENDS_MAIL:
            self.fields["login"].label = _("Username or e-mail")
        limit_length(self.fields["login"])

    def user_credentials(self) -> dict[str, str]:
        """Allauth looks for usernames alone, because it would take an address that is not confirmed for one that is."""
        credentials: dict[str, str] = super().user_credentials()
        typed = credentials["username"]
        user = find_by_login(typed)
        if user is None or user.username.lower() == typed.lower():
            return credentials
        return {**credentials, "username": user.username, "email": typed}


class ResetPasswordForm(AllauthResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_length(self.fields["email"])

    def clean_email(self) -> str:
        """Nobody is looked for here, so that nothing of the answer can depend on it."""
        address: str = self.cleaned_data["email"]
        return address

    def save(self, request: HttpRequest, **kwargs: object) -> str:
        address: str = self.cleaned_data["email"]
        write_about_password.enqueue(address, get_language() or settings.LANGUAGE_CODE)
        return address


class SignupForm(AllauthSignupForm):
    display_name = DisplayNameField(
        required=False,
        help_text=_("What other players see. Your username, if you leave this empty."),
        widget=TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ["username", "display_name", "email", "password1", "password2"]

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if not settings.SENDS_MAIL:
            del self.fields["email"]
            return
        limit_length(self.fields["email"])
        self.fields["email"].label = _("E-mail address, if you like")
        self.fields["email"].help_text = _(
            "Without one, we cannot send you a new password if you forget yours. Other players never see it."
        )

    def validate_unique_email(self, value: str) -> str:
        """Whoever has it already is told by a letter, and nobody here."""
        return value

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """The account begins without the address: a letter goes there first."""
        address: str = self.cleaned_data.pop("email", "")
        user = super().save(request)
        assert isinstance(user, User)
        if address:
            send_confirmation(request, user, address, welcome=True)
        return user

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        assert isinstance(user, User)
        update_preferences(user=user, display_name=self.cleaned_data["display_name"])
