"""The page where people let programs act for them. Only the answer to the form that made a token has its secret."""

from datetime import datetime, timedelta
from functools import partial
from secrets import token_urlsafe

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.api_tokens.checking import ended_tokens, usable_tokens
from accounts.api_tokens.issuing import LONGEST_NAME, AlreadyIssued, clean_token_name, issue_token, revoke_token
from accounts.models import ApiToken, Scope, User
from accounts.requests import PersonalRequest, posted_pk
from hsweb.limits.rates import AN_HOUR, Limit

TOKENS_MADE = Limit("tokens_made", 20, AN_HOUR)
MOST_ENDED = 20
"""Shown of those that cannot be used any more."""
FOR_GOOD = "for-good"
LASTS = (
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("A year")),
    (FOR_GOOD, gettext_lazy("Until I revoke it")),
)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("For you alone: which program it is for."),
        error_messages={"required": gettext_lazy("Give the token a name, such as that of the program.")},
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What the program may do"),
        choices=Scope.choices,
        initial=Scope.values,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Say what the program may do.")},
    )
    lasts = forms.ChoiceField(label=gettext_lazy("Lasts for"), choices=LASTS, initial="90")
    key = forms.CharField(max_length=40, initial=partial(token_urlsafe, 12), widget=forms.HiddenInput)

    def clean_name(self) -> str:
        return clean_token_name(self.cleaned_data["name"])

    def clean_lasts(self) -> datetime | None:
        """When it expires."""
        lasts = self.cleaned_data["lasts"]
        return None if lasts == FOR_GOOD else timezone.now() + timedelta(days=int(lasts))

    def clean(self) -> None:
        super().clean()
        if "key" in self.errors:
            self.add_error(None, _("This form is broken. Reload the page and try again."))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def page(request: PersonalRequest) -> HttpResponse:
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        return _make(request, form)
    return _page(request, form, 422 if form.is_bound else 200)


@require_POST
@login_required
def revoke(request: PersonalRequest) -> HttpResponse:
    pk = posted_pk(request, "token")
    if pk is not None:
        revoke_token(user=request.user, pk=pk)
        messages.success(request, _("That token no longer works."))
    return redirect("accounts:tokens")


def _make(request: PersonalRequest, form: TokenForm) -> HttpResponse:
    if not TOKENS_MADE.consume(request.user.pk):
        form.add_error(None, _("You have made many tokens already. Wait an hour, then go on."))
        return _page(request, form, 429)
    given = form.cleaned_data
    facts = {"name": given["name"], "scopes": given["scopes"], "expires_at": given["lasts"], "key": given["key"]}
    try:
        _token, secret = issue_token(user=request.user, **facts)
    except AlreadyIssued:
        told = _(
            "This token has been made already and is shown only once. If you have lost it, revoke it and make another."
        )
        messages.info(request, told)
        return _page(request, TokenForm(), 200)
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return _page(request, form, 422)
    return _page(request, TokenForm(), 200, secret)


def _page(request: PersonalRequest, form: TokenForm, status: int, secret: str = "") -> HttpResponse:
    context = {"form": form, "tokens": _shown_tokens(request.user), "secret": secret}
    return render(request, "accounts/tokens.html", context, status=status)


def _shown_tokens(user: User) -> list[ApiToken]:
    """Those that can be used, and below them the last that have ended."""
    tokens = user.api_tokens.order_by("-pk")
    return [*usable_tokens(tokens), *ended_tokens(tokens, timezone.now())[:MOST_ENDED]]
