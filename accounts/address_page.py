"""The page where people give an address, and the one that its link leads to. Both say the same of every address."""

from hashlib import sha256

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.addresses import AddressTaken, Offer, confirm_address, find_offer, owner_of, unconfirmed_address
from accounts.decorators import needs_mail
from accounts.forms import AddressForm
from accounts.mail import verified_address
from accounts.models import User
from accounts.requests import PersonalRequest
from accounts.tasks import write_about_address
from hsweb.clients import address_of_request
from hsweb.limits import A_MINUTE, ADDRESS, MAILBOX, Limit

LETTERS = Limit("letters", 3, 10 * A_MINUTE, by=MAILBOX)
"""Whoever gives the address."""
LETTERS_FROM = Limit("letters_from", 60, A_MINUTE, by=ADDRESS)
"""Whatever mailboxes they are for."""

WAITING = "address_waiting"
"""In the session: where a letter was last sent."""

require_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_form_methods
@never_cache
@login_required
@needs_mail
def page(request: PersonalRequest) -> HttpResponse:
    refusal = ratelimit.consume_or_429(request, action="manage_email")
    if refusal:
        return refusal
    present, waiting = verified_address(request.user), waiting_address(request)
    posted = request.POST if request.method == "POST" else None
    form = AddressForm(posted, initial={"email": waiting}, present=present)
    if form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        send_letter(request, request.user, form.cleaned_data["email"])
        return redirect("account_email")
    context = {"form": form, "present": present, "waiting": waiting}
    return render(request, "accounts/address.html", context, status=422 if form.is_bound else 200)


def send_letter(request: HttpRequest, user: User, address: str, *, welcome: bool = False) -> None:
    """Lets a letter go there, unless several just have, and says the same of every address.

    Whoever gave it sees it as one that waits, in this browser: no account has it yet.
    """
    if LETTERS_FROM.allows(address_of_request(request)) and LETTERS.allows(sha256(address.encode()).hexdigest()):
        write_about_address.enqueue(user.pk, address, get_language() or settings.LANGUAGE_CODE, welcome)
    request.session[WAITING] = address
    messages.info(request, _("A letter is on its way to %(address)s. It says how to go on.") % {"address": address})


def waiting_address(request: PersonalRequest) -> str:
    """What somebody gave and has not confirmed yet, as far as this browser or their account knows."""
    given: str = request.session.get(WAITING, "") or unconfirmed_address(request.user)
    return "" if given == verified_address(request.user) else given


def _is_somebody_else(request: HttpRequest, offer: Offer | None) -> bool:
    """Whether the link is for another account than the one in which somebody is logged in here."""
    user = request.user
    return offer is not None and user.is_authenticated and not user.is_guest and user != offer.user


@require_form_methods
@never_cache
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """From a link in a letter, without logging in. Looking changes nothing: mail programs look, too."""
    if request.method != "POST":
        offer = find_offer(key)
        is_taken = offer is not None and owner_of(offer.address) is not None
        context = {"offer": offer, "is_taken": is_taken, "is_other": _is_somebody_else(request, offer)}
        return render(request, "accounts/confirm_address.html", context)
    try:
        given = confirm_address(key=key)
    except AddressTaken:
        context = {"offer": find_offer(key), "is_taken": True}
        return render(request, "accounts/confirm_address.html", context, status=409)
    if given is None:
        return render(request, "accounts/confirm_address.html", status=404)
    messages.success(request, _("Your e-mail address %(email)s is confirmed.") % {"email": given.address})
    return redirect("/")
