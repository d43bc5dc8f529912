"""A guest becomes a full user: the same row, the same session, the same games."""

from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.people.usernames import UsernameTaken
from accounts.requests import PersonalRequest
from accounts.services.accounts import announce_rename
from accounts.signup.forms import SignupForm
from accounts.signup.known_browsers import remember_known_browser


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1", "password2")
@never_cache
@login_required
def claim(request: PersonalRequest) -> HttpResponse:
    if not request.user.is_guest:
        return redirect("accounts:settings")
    refusal = ratelimit.consume_or_429(request, action="signup")
    if refusal:
        return refusal
    posted = request.POST if request.method == "POST" else None
    form = SignupForm(posted, initial={"display_name": request.user.display_name})
    if form.is_valid():
        try:
            return _become_user(request, form)
        except UsernameTaken as problem:
            form.add_error("username", problem)
    return render(request, "accounts/claim.html", {"form": form}, status=422 if form.is_bound else 200)


def _become_user(request: PersonalRequest, form: SignupForm) -> HttpResponse:
    with transaction.atomic():
        form.save(request)
        user = User.objects.get(pk=request.user.pk)
        update_session_auth_hash(request, user)
        announce_rename(user)
    messages.success(request, _("Welcome, %(name)s! Your games are all here.") % {"name": user})
    answer = redirect(get_next_redirect_url(request) or "/")
    remember_known_browser(request, answer, user)
    return answer
