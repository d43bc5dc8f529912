"""Whether what a program shows is a token that somebody gave it."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import ApiToken

PREFIX = "hs_"
"""By it people, logs and programs that look for lost secrets know what it is."""
SECRET = re.compile(f"{PREFIX}[A-Za-z0-9_-]{{43}}")
SCHEME = "bearer"
NOTED_EVERY = timedelta(minutes=1)


def token_in(authorization: str) -> str:
    """What follows `Bearer` in the value of a header, or nothing."""
    scheme, _space, secret = authorization.partition(" ")
    return secret.strip(" ") if scheme.lower() == SCHEME else ""


def digest_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def find_token(secret: str) -> ApiToken | None:
    """The token that this is, with its owner, if it holds now. Junk is known by its form, and not even hashed.

    Nobody learns from the time it takes how near a guess was: what the database compares are digests.
    """
    if not SECRET.fullmatch(secret):
        return None
    return _holding().select_related("user").filter(digest=digest_of(secret)).first()


def valid_token_ids(ids: Iterable[int]) -> set[int]:
    """Which of these tokens still hold, asked for all at once."""
    return set(_holding().filter(pk__in=set(ids)).values_list("pk", flat=True))


def note_use(token: ApiToken) -> None:
    """Called once a request was let in, so that owners see which tokens are in use, and guests with a program stay.

    Reads never write but for this note, as nothing else tells of a program that only looks; once a minute will do.
    """
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - NOTED_EVERY:
        due = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EVERY)
        ApiToken.objects.filter(due, pk=token.pk).update(last_used_at=now)


def usable_tokens(tokens: QuerySet[ApiToken]) -> QuerySet[ApiToken]:
    return tokens.filter(revoked_at=None).exclude(expires_at__lte=timezone.now())


def ended_tokens(tokens: QuerySet[ApiToken], before: datetime) -> QuerySet[ApiToken]:
    """Those that were revoked or had expired by then."""
    return tokens.filter(Q(revoked_at__lte=before) | Q(expires_at__lte=before))


def _holding() -> QuerySet[ApiToken]:
    return usable_tokens(ApiToken.objects.filter(user__is_active=True))
