"""An address is somebody's once they have followed a link that was sent there; before that, no account has it.

Whether another account has it already is found out where the letter is written, by the worker: whoever gave the address
is answered alike and in the same time. Only its mailbox learns more.
"""

from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from allauth.account.internal.userkit import get_user_by_username
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import User
from accounts.notifications.mail import verified_address

SALT = "accounts.address"
LINK_LASTS = timedelta(days=3)
LONGEST_ADDRESS = 254
"""What the database stores of an address. Some databases do not even compare what is much longer."""


class AddressConfirmation(NamedTuple):
    """An address that somebody says is theirs."""

    user: User
    address: str


class AddressTaken(Exception):
    """Somebody else has confirmed it first."""


def owner_of(address: str) -> User | None:
    found = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
    return found.user if found else None


def find_by_login(login: str) -> User | None:
    """Whom a login means: by username or by an address of theirs that is confirmed."""
    login = login.strip()
    if not login.isprintable() or len(login) > LONGEST_ADDRESS:
        return None
    found = get_user_by_username(login)
    return found if isinstance(found, User) else owner_of(login)


def confirmation_link(user: User, address: str) -> str:
    """Where the address becomes theirs. To be sent there, and shown nowhere else."""
    key = signing.dumps([user.pk, address, _fingerprint(user)], salt=SALT)
    return f"{settings.SITE_URL}{reverse('account_confirm_email', args=[key])}"


def find_confirmation(key: str) -> AddressConfirmation | None:
    """What a link was written for, if it is one of ours, not too old and not used."""
    try:
        user_id, address, stamp = signing.loads(key, salt=SALT, max_age=LINK_LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return AddressConfirmation(user, address) if user is not None and _fingerprint(user) == stamp else None


def _fingerprint(user: User) -> str:
    """Changes with the address and with the password: links from before are good no more."""
    return sha256(f"{verified_address(user)}:{user.password}:{user.session_era}".encode()).hexdigest()[:16]


def confirm_address(*, key: str) -> AddressConfirmation | None:
    """Makes the address of a link the one of its account; nothing if the link is not good, or `AddressTaken`."""
    found = find_confirmation(key)
    if found is None:
        return None
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=found.user.pk)
            # By now, it may have been followed in another tab.
            offer = find_confirmation(key)
            if offer is not None:
                _set_address(*offer)
            return offer
    except IntegrityError as error:
        raise AddressTaken from error


def _set_address(user: User, address: str) -> None:
    """The database lets one account alone have it."""
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    user.email = address
    user.save(update_fields=["email"])


def unconfirmed_address(user: User) -> str:
    """What somebody gave before addresses had to be confirmed, to be offered to them once more; or nothing."""
    waiting = EmailAddress.objects.filter(user=user, verified=False).order_by("pk").last()
    return waiting.email if waiting else "" if _has_confirmed(user, user.email) else user.email


def set_aside_unconfirmed_address(*, user: User) -> str:
    """Takes an address that was never confirmed off an account, and tells which: so it is told once.

    It is kept beside the account, to be offered on the page for addresses.
    """
    address = user.email.lower()
    if not address or _has_confirmed(user, address):
        return ""
    EmailAddress.objects.update_or_create(user=user, email=address, defaults={"primary": False})
    user.email = verified_address(user)
    user.save(update_fields=["email"])
    return address


def _has_confirmed(user: User, address: str) -> bool:
    return EmailAddress.objects.filter(user=user, email=address.lower(), verified=True).exists()
