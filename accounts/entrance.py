"""Allauth's way in, where ours differs."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.models import EmailConfirmation
from allauth.account.views import ConfirmEmailView as AllauthConfirmEmailView
from django.utils.translation import gettext_lazy as _


class LoginForm(AllauthLoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail")


class ConfirmEmailView(AllauthConfirmEmailView):
    def logout_other_user(self, confirmation: EmailConfirmation) -> None:
        """Nobody is logged out: a guest on this device would lose their game."""


confirm_email = ConfirmEmailView.as_view()
