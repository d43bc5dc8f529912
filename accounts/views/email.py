"""The page where people give an address, and the one that its link leads to. Both say the same of every address."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.email_addresses import AddressConfirmation, AddressTaken, confirm_address, find_confirmation, owner_of
from accounts.forms import AddressForm
from accounts.notifications.mail import verified_address
from accounts.requests import PersonalRequest
from accounts.signup.confirmation import send_confirmation, waiting_address
from accounts.signup.decorators import require_mail

require_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_form_methods
@never_cache
@login_required
@require_mail
def page(request: PersonalRequest) -> HttpResponse:
    refusal = ratelimit.consume_or_429(request, action="manage_email")
    if refusal:
        return refusal
    current, waiting = verified_address(request.user), waiting_address(request)
    posted = request.POST if request.method == "POST" else None
    form = AddressForm(posted, current=current, offered=waiting)
    if form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        send_confirmation(request, request.user, form.cleaned_data["email"])
        return redirect("account_email")
    context = {"form": form, "present": current, "waiting": waiting}
    return render(request, "accounts/address.html", context, status=422 if form.is_bound else 200)


def _is_somebody_else(request: HttpRequest, offer: AddressConfirmation | None) -> bool:
    """Whether the link is for another account than the one in which somebody is logged in here."""
    user = request.user
    return offer is not None and user.is_authenticated and not user.is_guest and user != offer.user


@require_form_methods
@never_cache
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """From a link in a letter, without logging in. Looking changes nothing: mail programs look, too."""
    if request.method != "POST":
        offer = find_confirmation(key)
        is_taken = offer is not None and owner_of(offer.address) is not None
        context = {"offer": offer, "is_taken": is_taken, "is_other": _is_somebody_else(request, offer)}
        return render(request, "accounts/confirm_address.html", context)
    try:
        given = confirm_address(key=key)
    except AddressTaken:
        context = {"offer": find_confirmation(key), "is_taken": True}
        return render(request, "accounts/confirm_address.html", context, status=409)
    if given is None:
        return render(request, "accounts/confirm_address.html", status=404)
    messages.success(request, _("Your e-mail address %(email)s is confirmed.") % {"email": given.address})
    return redirect("/")
