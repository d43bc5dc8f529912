"""The letter with whose link somebody shows that an address is theirs, and where it was last sent."""

from hashlib import sha256

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.email_addresses import unconfirmed_address
from accounts.models import User
from accounts.notifications.mail import verified_address
from accounts.requests import PersonalRequest
from accounts.tasks import write_about_address
from hsweb.http.clients import address_of_request
from hsweb.limits.rates import A_MINUTE, ADDRESS, MAILBOX, Limit

LETTERS = Limit("letters", 3, 10 * A_MINUTE, by=MAILBOX)
"""Whoever gives the address."""
LETTERS_FROM = Limit("letters_from", 60, A_MINUTE, by=ADDRESS)
"""Whatever mailboxes they are for."""

WAITING = "address_waiting"
"""In the session: where a letter was last sent."""


def send_confirmation(request: HttpRequest, user: User, address: str, *, welcome: bool = False) -> None:
    """Lets a letter go there, unless several just have, and says the same of every address.

    Whoever gave it sees it as one that waits, in this browser: no account has it yet.
    """
    if LETTERS_FROM.consume(address_of_request(request)) and LETTERS.consume(sha256(address.encode()).hexdigest()):
        write_about_address.enqueue(user.pk, address, get_language() or settings.LANGUAGE_CODE, welcome)
    request.session[WAITING] = address
    messages.info(request, _("We have sent a message to %(address)s. It says what to do next.") % {"address": address})


def waiting_address(request: PersonalRequest) -> str:
    """What somebody gave and has not confirmed yet, as far as this browser or their account knows."""
    given: str = request.session.get(WAITING, "") or unconfirmed_address(request.user)
    return "" if given == verified_address(request.user) else given
