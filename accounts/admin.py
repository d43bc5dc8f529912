from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import delete_account


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ("username", "display_name", "email", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff", "is_superuser", "deleted_at")
    search_fields = ("username", "display_name", "email")
    readonly_fields = ("is_guest", "deleted_at")
    actions = ("delete_one_account",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Personal info"), {"fields": ("display_name", "first_name", "last_name", "email", "is_guest")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Important dates"), {"fields": ("last_login", "date_joined", "deleted_at")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rows of people stay, because games point to them; the action below takes out the person."""
        return False

    @admin.action(permissions=["change"], description=_("Delete this account: games stay, the name goes"))
    def delete_one_account(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """One at a time: a wrong click on a whole page of people could not be undone."""
        if people.count() == 1:
            delete_account(user=people.get())
            self.message_user(request, _("The account is deleted."))
        else:
            self.message_user(request, _("Choose one account at a time."), messages.ERROR)
