"""Where allauth asks how this site wants things done."""

import unicodedata
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.email_addresses import set_aside_unconfirmed_address
from accounts.languages import in_language_of
from accounts.models import User
from accounts.people.usernames import UsernameTaken, check_not_taken
from accounts.signup.known_browsers import counted_as, remember_known_browser
from accounts.tasks import deliver_mail
from hsweb.http.clients import address_of_request


def is_within_site(url: str, request: HttpRequest) -> bool:
    """Whether an address stays within the site as it was called, whatever else it answers to, such as localhost.

    Only whole paths or addresses: a bare word would be looked up as the name of a page.
    """
    # What is not ASCII takes long to be brought into one form, and no page of ours is called so.
    is_whole = url.isascii() and url.startswith(("/", "http://", "https://"))
    return is_whole and url_has_allowed_host_and_scheme(url, request.get_host(), require_https=request.is_secure())


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and this password do not match."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait five minutes, then try again."),
    }

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

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Two people may ask for the same username at the same moment, and both be told that it is free."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as error:
            raise UsernameTaken from error

    def is_safe_url(self, url: str) -> bool:
        return is_within_site(url, context.request)

    def get_client_ip(self, request: HttpRequest) -> str:
        """By what requests are counted: the address, except in a browser that is counted apart."""
        return counted_as(request) or address_of_request(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: str) -> str:
        """By what was typed: if failures by an address counted for its username, too, they would tell whose it is."""
        typed = credentials.get("email", credentials.get("username", ""))
        return counted_as(request) or typed.lower()

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **how: Any) -> HttpResponse:
        assert isinstance(user, User)
        answer = super().post_login(request, user, **how)
        remember_known_browser(request, answer, user)
        address = set_aside_unconfirmed_address(user=user) if settings.SENDS_MAIL else ""
        if address:
            told = _(
                "Your address %(address)s was never confirmed, so it does not let you in. Confirm it in your settings."
            )
            messages.info(request, told % {"address": address})
        return answer

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """To somebody with an account in their own language, whoever asked for it; to others in that of the page."""
        links = {key: to_site_url(str(value)) for key, value in context.items() if key.endswith("_url")}
        site = {"site_url": settings.SITE_URL, "email": email}
        user = context.get("user")
        with in_language_of(user if isinstance(user, User) else None, otherwise=get_language()):
            message = self.render_mail(template_prefix, email, context | links | site)
        deliver_mail.enqueue(str(message.subject), str(message.body), message.from_email, message.to)


def to_site_url(address: str) -> str:
    """The same address where people reach the site, whatever host this request came to."""
    return settings.SITE_URL + urlsplit(address)._replace(scheme="", netloc="").geturl()
