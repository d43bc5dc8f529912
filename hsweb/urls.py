from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from django.views.decorators.http import require_safe

from games.api.application import api
from hsweb import pwa


def password_change(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    return redirect("account_change_password")


# One way in, and one to another password, with their limits on guessing. The admin's own forms have none.
admin.autodiscover()
admin.site.login = secure_admin_login(require_safe(admin.site.login))  # type: ignore[method-assign, no-untyped-call]
admin.site.password_change = password_change  # type: ignore[method-assign, assignment]

urlpatterns = [
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("service-worker.js", pwa.service_worker, name="service_worker"),
    path("offline/", pwa.offline, name="offline"),
    path("api/v1/", api.urls),
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "hsweb.http.errors.bad_request"
# Allauth looks for this one.
handler429 = "hsweb.http.errors.too_many"
