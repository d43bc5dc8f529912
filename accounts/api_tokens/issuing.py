"""Tokens are given to programs and taken from them here. Their owner is told the secret once, and nobody ever again."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.api_tokens.checking import PREFIX, digest_of, ended_tokens, usable_tokens
from accounts.models import ApiToken, Scope, User
from accounts.names.validation import validate_visible
from accounts.people.locks import lock_if_active

MOST_TOKENS = 20
"""Those that can be used."""
LONGEST_NAME = 60
KEPT_AFTER_THE_END = timedelta(days=30)
"""So long their owner sees what became of them."""


class AlreadyIssued(Exception):
    """The same form has made its token before: its secret is known to whoever got the first answer alone."""


@transaction.atomic
def issue_token(
    *, user: User, name: str, scopes: Iterable[str], expires_at: datetime | None = None, key: str | None = None
) -> tuple[ApiToken, str]:
    """A new token, and its secret, which is stored nowhere. One `key`, that of a form, makes one token."""
    name, allowed = clean_token_name(name), _clean_scopes(scopes)
    # While they are locked, neither a ban nor a second form comes in between.
    if not lock_if_active(user):
        raise ValidationError(_("This account is closed."))
    if key is not None and user.api_tokens.filter(key=key).exists():
        raise AlreadyIssued
    if usable_tokens(user.api_tokens.all()).count() >= MOST_TOKENS:
        text = _("You have %(most)d tokens that can be used, and that is the most. Revoke one first.")
        raise ValidationError(text, params={"most": MOST_TOKENS})
    secret = PREFIX + secrets.token_urlsafe(32)
    facts = {"name": name, "scopes": allowed, "expires_at": expires_at, "key": key}
    return ApiToken.objects.create(user=user, digest=digest_of(secret), **facts), secret


def revoke_token(*, user: User, pk: int) -> None:
    """Nothing is done with this token any more. One that is gone or somebody else's is no error; twice is once."""
    user.api_tokens.filter(pk=pk, revoked_at=None).update(revoked_at=timezone.now())


def revoke_all(user: User) -> None:
    """Whoever is shut out loses every token for good, whatever becomes of the ban."""
    user.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())


def remove_ended_tokens() -> None:
    ended_tokens(ApiToken.objects.all(), timezone.now() - KEPT_AFTER_THE_END).delete()


def clean_token_name(raw: str) -> str:
    """One line that can be seen, or a ValidationError that says what is wrong with it."""
    name = " ".join(raw.split())
    if not name:
        raise ValidationError(_("Give the token a name, such as that of the program."))
    if len(name) > LONGEST_NAME:
        raise ValidationError(_("A name has at most %(limit)d characters."), params={"limit": LONGEST_NAME})
    validate_visible(name)
    return name


def _clean_scopes(scopes: Iterable[str]) -> list[str]:
    given = set(scopes)
    if not given or not given <= set(Scope.values):
        raise ValidationError(_("Say what the program may do."))
    return [scope for scope in Scope.values if scope in given]
