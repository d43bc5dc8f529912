from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import DeleteForm, SettingsForm
from accounts.notifications.mail import verified_address
from accounts.requests import PersonalRequest
from accounts.services.accounts import delete_account, personal_data, update_preferences
from accounts.signup.confirmation import waiting_address
from accounts.signup.guests import ensure_player
from accounts.views.appearance import keep_in_cookies
from hsweb.http.errors import too_many
from hsweb.limits.rates import A_MINUTE, Limit

DOWNLOADS = Limit("data", 20, A_MINUTE)

require_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    ensure_player(request)
    return redirect(get_next_redirect_url(request) or "/")


@require_form_methods
@never_cache
@login_required
def settings_page(request: PersonalRequest) -> HttpResponse:
    user = request.user
    initial = {
        "display_name": str(user),
        "language": user.language,
        "time_zone": user.time_zone,
        "theme": user.theme,
        "results_for": user.results_for,
        "invited_by": user.invited_by,
    }
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        update_preferences(user=user, **form.cleaned_data)
        translation.activate(user.language or request.LANGUAGE_CODE)
        messages.success(request, _("Your settings are saved."))
        answer = redirect("accounts:settings")
        keep_in_cookies(answer, form.cleaned_data)
        return answer
    context = {
        "form": form,
        "sends_mail": settings.SENDS_MAIL,
        "address": verified_address(user),
        "waiting": waiting_address(request),
    }
    return render(request, "accounts/settings.html", context, status=422 if form.is_bound else 200)


@require_safe
@never_cache
@login_required
def data(request: PersonalRequest) -> HttpResponse:
    if not DOWNLOADS.consume(request.user.pk):
        return too_many(request)
    answer = JsonResponse(personal_data(user=request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="my-hsweb-data.json"'
    return answer


@require_form_methods
@never_cache
@login_required
@reauthentication_required
def delete(request: PersonalRequest) -> HttpResponse:
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        delete_account(user=request.user)
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for playing."))
        return redirect("/")
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.is_bound else 200)
