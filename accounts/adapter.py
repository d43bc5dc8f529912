"""Where allauth asks how this site wants things done."""

import unicodedata
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language

from accounts.languages import speaking_to
from accounts.models import User
from accounts.tasks import deliver_mail
from accounts.usernames import UsernameTaken, check_not_taken


class AccountAdapter(DefaultAccountAdapter):
    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up stays the same row, and so keeps their games."""
        if not request.user.is_authenticated:
            return User()
        guest = User.objects.select_for_update().filter(pk=request.user.pk, is_guest=True).first()
        if guest is None:
            raise ImmediateHttpResponse(redirect("accounts:settings"))
        guest.is_guest = False
        return guest

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(unicodedata.normalize("NFKC", username), shallow)
        if not shallow:
            check_not_taken(username)
        return username

    def save_user(self, request: HttpRequest, user: Any, form: BaseForm, commit: bool = True) -> Any:
        """Two people may ask for the same username at the same moment, and both be told that it is free."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as error:
            raise UsernameTaken from error

    def is_safe_url(self, url: str) -> bool:
        """Only whole paths or addresses: a bare word would be looked up as the name of a page."""
        try:
            return url.startswith(("/", "http://", "https://")) and super().is_safe_url(url)
        except ValueError:
            return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """To somebody with an account in their own language, whoever asked for it; to others in that of the page."""
        links = {key: on_site(value) for key, value in context.items() if key.endswith("_url")}
        site = {"site_url": settings.SITE_URL, "email": email}
        with speaking_to(context.get("user"), otherwise=get_language()):
            message = self.render_mail(template_prefix, email, context | links | site)
        deliver_mail.enqueue(str(message.subject), str(message.body), message.from_email, message.to)


def on_site(address: str) -> str:
    """The same address where people reach the site, whatever host this request came to."""
    return settings.SITE_URL + urlsplit(address)._replace(scheme="", netloc="").geturl()
