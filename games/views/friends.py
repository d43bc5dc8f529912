"""Friends: who asks, where they play, how one fares against them; and whom one has blocked."""

from collections.abc import Callable
from functools import wraps

from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.people import friends
from accounts.people.search import find_person
from accounts.requests import PersonalRequest
from games.queries.friends import friends_with_tables
from games.services.rate_limits import FORMS

Done = Callable[[User, User], str]


@never_cache
@require_safe
@login_required
def page(request: PersonalRequest) -> HttpResponse:
    return _page(request)


def form_about_somebody(do: Done) -> Callable[[PersonalRequest], HttpResponse]:
    """A form that names somebody: what it says is done, and told in a sentence; or what is wrong with it is."""

    @require_POST
    @login_required
    @wraps(do)
    def view(request: PersonalRequest) -> HttpResponse:
        user, username = request.user, request.POST.get("username", "").strip()
        if not FORMS.consume(user.pk):
            return _page(request, _("That is a lot at once. Wait a minute, then go on."), username, 429)
        person = find_person(username)
        if person is None:
            return _page(request, _("Nobody here has this username."), username, 422)
        try:
            messages.success(request, do(user, person) % {"name": person})
        except ValidationError as refusal:
            status = 429 if isinstance(refusal, friends.TooFast) else 422
            return _page(request, " ".join(refusal.messages), username, status)
        return redirect(get_next_redirect_url(request) or "games:friends")

    return view


@form_about_somebody
def ask(user: User, person: User) -> str:
    friends.ask(user=user, person=person)
    if friends.relation_between(user, person).friends:
        return _("You and %(name)s are friends now.")
    return _("You have asked %(name)s.")


@form_about_somebody
def agree(user: User, person: User) -> str:
    friends.agree(user=user, person=person)
    return _("You and %(name)s are friends now.")


@form_about_somebody
def part(user: User, person: User) -> str:
    friends.remove(user=user, person=person)
    return _("Done. %(name)s will not be told.")


@form_about_somebody
def block(user: User, person: User) -> str:
    friends.block(user=user, person=person)
    return _("You have blocked %(name)s. They will not be told.")


@form_about_somebody
def unblock(user: User, person: User) -> str:
    friends.unblock(user=user, person=person)
    return _("%(name)s is not blocked any more.")


def _page(request: PersonalRequest, problem: str = "", username: str = "", status: int = 200) -> HttpResponse:
    """The whole page; what was refused is told beside the field, with what was written there."""
    user = request.user
    context = {
        "asking": friends.requests_to(user),
        "asked": friends.requests_by(user),
        "friends": friends_with_tables(user),
        "blocks": friends.blocks_of(user),
        "problem": problem,
        "username": username[:150],
    }
    return render(request, "games/friends.html", context, status=status)
