from allauth.account import views as allauth_views
from django.urls import path, re_path

from accounts.signup.decorators import redirect_guests_to_claim, redirect_users, require_mail
from accounts.signup.known_browsers import count_known_browsers_apart
from accounts.views import account, email, notifications, rest, tokens
from accounts.views.appearance import preferences
from accounts.views.claim import claim
from accounts.views.signup import password_reset_from_key, signup

app_name = "accounts"
urlpatterns = [
    path("guest/", account.guest, name="guest"),
    path("claim/", claim, name="claim"),
    path("settings/", account.settings_page, name="settings"),
    path("preferences/", preferences, name="preferences"),
    path("rest/", rest.rest, name="rest"),
    path("rest/vacation/", rest.vacation, name="vacation"),
    path("rest/vacation/cancel/", rest.cancel, name="cancel_vacation"),
    path("reach/", notifications.page, name="reach"),
    path("reach/browser/", notifications.add_browser, name="add_browser"),
    path("reach/browser/forget/", notifications.remove_browser, name="remove_browser"),
    path("reach/try/", notifications.try_out, name="try_out"),
    path("tokens/", tokens.page, name="tokens"),
    path("tokens/revoke/", tokens.revoke, name="revoke_token"),
    path("unsubscribe/<str:token>/", notifications.unsubscribe, name="unsubscribe"),
    path("data/", account.data, name="data"),
    path("delete/", account.delete, name="delete"),
    # Allauth's own pages with a doorman. Their names stay those of allauth.
    path("login/", redirect_users(count_known_browsers_apart(allauth_views.login))),
    path("signup/", redirect_guests_to_claim(redirect_users(signup))),
    path("reauthenticate/", redirect_guests_to_claim(count_known_browsers_apart(allauth_views.reauthenticate))),
    path("email/", redirect_guests_to_claim(email.page)),
    path("password/change/", redirect_guests_to_claim(allauth_views.password_change)),
    path("password/set/", redirect_guests_to_claim(allauth_views.password_set)),
    path("password/reset/", require_mail(allauth_views.password_reset)),
    re_path(r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", password_reset_from_key),
    path("confirm-email/<str:key>/", email.confirm),
]
