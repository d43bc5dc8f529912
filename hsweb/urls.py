from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# One way in, with its limits on guessing.
admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign, no-untyped-call]

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
