from allauth.account import views as allauth_views
from django.urls import path, re_path

from accounts import address_page, reach_page, rest_page, views
from accounts.appearance import preferences
from accounts.claiming import claim
from accounts.decorators import guests_claim_first, needs_mail, users_go_on
from accounts.entrance import password_reset_from_key, signup
from accounts.known_browsers import counts_known_browsers_apart

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("claim/", claim, name="claim"),
    path("settings/", views.settings_page, name="settings"),
    path("preferences/", preferences, name="preferences"),
    path("rest/", rest_page.rest, name="rest"),
    path("rest/vacation/", rest_page.vacation, name="vacation"),
    path("rest/vacation/cancel/", rest_page.cancel, name="cancel_vacation"),
    path("reach/", reach_page.page, name="reach"),
    path("reach/browser/", reach_page.add_browser, name="add_browser"),
    path("reach/browser/forget/", reach_page.remove_browser, name="remove_browser"),
    path("reach/try/", reach_page.try_out, name="try_out"),
    path("unsubscribe/<str:token>/", reach_page.unsubscribe, name="unsubscribe"),
    path("data/", views.data, name="data"),
    path("delete/", views.delete, name="delete"),
    # Allauth's own pages with a doorman. Their names stay those of allauth.
    path("login/", users_go_on(counts_known_browsers_apart(allauth_views.login))),
    path("signup/", guests_claim_first(users_go_on(signup))),
    path("reauthenticate/", guests_claim_first(counts_known_browsers_apart(allauth_views.reauthenticate))),
    path("email/", guests_claim_first(address_page.page)),
    path("password/change/", guests_claim_first(allauth_views.password_change)),
    path("password/set/", guests_claim_first(allauth_views.password_set)),
    path("password/reset/", needs_mail(allauth_views.password_reset)),
    re_path(r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", password_reset_from_key),
    path("confirm-email/<str:key>/", address_page.confirm),
]
