"""What those who look after the site can do to people. Only administrators (superusers) decide who has which power."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.forms import UserChangeForm as DjangoUserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_tasks_db.admin import DBTaskResultAdmin
from django_tasks_db.models import DBTaskResult

from accounts.api_tokens.issuing import revoke_token
from accounts.models import ApiToken, Block, Friendship, User
from accounts.names.validation import clean_display_name
from accounts.people.usernames import check_username
from accounts.services.accounts import announce_rename, ban, delete_account, lift_ban, set_muted
from hsweb.safe_admin import SafeModelAdmin

if TYPE_CHECKING:
    from django.contrib.admin.options import _FieldsetSpec

# As many as one page lists, and fewer than a form may have fields.
MOST_AT_ONCE = 100
# With these, somebody could become somebody else.
PERMISSION_FIELDS = ("email", "is_staff", "is_superuser", "groups", "user_permissions")


class UserChangeForm(DjangoUserChangeForm):
    """What somebody is called already may stay; anything else follows the rules for everybody."""

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if username != self.initial["username"]:
            check_username(username, besides=self.instance.pk)
        return username

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        return clean_display_name(name) if name and name != self.initial["display_name"] else name


class UserCreationForm(AdminUserCreationForm):
    def clean_username(self) -> str:
        username: str = super().clean_username()
        # Nothing comes back of a username that differs in case only.
        if username is not None:
            check_username(username)
        return username


class AccountStatusFilter(admin.SimpleListFilter):
    title = _("standing")
    parameter_name = "standing"
    conditions = {
        "open": Q(is_active=True),
        "banned": Q(is_active=False, deleted_at=None),
        "deleted": Q(deleted_at__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("open", gettext("May play")), ("banned", gettext("Banned")), ("deleted", gettext("Deleted"))]

    def queryset(self, request: HttpRequest, people: QuerySet[User]) -> QuerySet[User]:
        condition = self.conditions.get(self.value() or "")
        return people.filter(condition) if condition else people


@admin.register(User)
class UserAdmin(SafeModelAdmin, DjangoUserAdmin):
    form = UserChangeForm
    add_form = UserCreationForm
    list_display = ("username", "display_name", "email", "is_guest", "banned", "is_muted", "is_staff", "date_joined")
    list_filter = (AccountStatusFilter, "is_muted", "is_guest", "is_staff", "is_superuser")
    allowed_lookups = (
        AccountStatusFilter.parameter_name,
        "is_muted__exact",
        "is_guest__exact",
        "is_staff__exact",
        "is_superuser__exact",
    )
    search_fields = ("username", "display_name", "email")
    readonly_fields = ("is_guest", "is_active", "is_muted", "last_login", "date_joined", "deleted_at")
    actions = ("ban_people", "lift_bans", "mute_people", "unmute_people", "delete_one_account")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Personal info"), {"fields": ("display_name", "first_name", "last_name", "email", "is_guest")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme")}),
        (_("Standing"), {"fields": ("is_active", "is_muted")}),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined", "deleted_at")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: BaseForm, change: bool) -> None:
        """Only what was changed in the form is stored: the rest of the row may have changed since it was read."""
        if not change:
            super().save_model(request, obj, form, change)
            return
        if User.objects.select_for_update().get(pk=obj.pk).deleted_at is not None:
            raise PermissionDenied
        obj.save()
        if {"username", "display_name"} & set(form.changed_data):
            announce_rename(obj)

    @admin.display(boolean=True, description=_("banned"))
    def banned(self, user: User) -> bool:
        return user.is_banned

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rows of people stay, because games point to them; an action below takes out the person."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Those who look after the site change players, not each other; and nobody changes whoever is gone."""
        if obj is not None and obj.deleted_at is not None:
            return False
        if obj is not None and (obj.is_staff or obj.is_superuser) and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_remove_people_permission(self, request: HttpRequest) -> bool:
        """What cannot be undone is for administrators."""
        return bool(request.user.is_superuser)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        return (*self.readonly_fields, *(() if request.user.is_superuser else PERMISSION_FIELDS))

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> "_FieldsetSpec":
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or request.user.is_superuser:
            return fieldsets
        return [(None, {"fields": ("username",)}), *fieldsets[1:]]

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    @admin.action(permissions=["change"], description=_("Ban…"))
    def ban_people(self, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        if people.count() > MOST_AT_ONCE:
            text = _("Choose at most %(most)d people at a time.")
            self.message_user(request, text % {"most": MOST_AT_ONCE}, messages.ERROR)
            return None
        if "sure" not in request.POST:
            return self._confirmation_page(request, people, "ban_people", _("Ban these people?"), _("Ban"))
        self._apply_to_each(request, people, lambda user, by: ban(user=user, by=by), _("Banned."))
        return None

    @admin.action(permissions=["change"], description=_("Lift the ban"))
    def lift_bans(self, request: HttpRequest, people: QuerySet[User]) -> None:
        self._apply_to_each(request, people, lambda user, by: lift_ban(user=user, by=by), _("Ban lifted."))

    @admin.action(permissions=["change"], description=_("Mute in chats"))
    def mute_people(self, request: HttpRequest, people: QuerySet[User]) -> None:
        self._set_muted(request, people, True, _("Muted in chats."))

    @admin.action(permissions=["change"], description=_("Unmute"))
    def unmute_people(self, request: HttpRequest, people: QuerySet[User]) -> None:
        self._set_muted(request, people, False, _("Unmuted."))

    @admin.action(permissions=["remove_people"], description=_("Delete this account…"))
    def delete_one_account(self, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        """One at a time: a wrong click on a whole page of people could not be undone."""
        if people.count() != 1:
            self.message_user(request, _("Choose one account at a time."), messages.ERROR)
        elif "sure" not in request.POST:
            return self._confirmation_page(
                request, people, "delete_one_account", _("Delete this account for good?"), _("Delete")
            )
        else:
            person = people.get()
            delete_account(user=person)
            self.log_change(request, person, gettext("Deleted the account."))
            self.message_user(request, _("The account is deleted."))
        return None

    def _confirmation_page(
        self, request: HttpRequest, people: QuerySet[User], action: str, title: Promise, button: Promise
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "people": people,
            "checkbox": ACTION_CHECKBOX_NAME,
            "action": action,
            "button": button,
        }
        return TemplateResponse(request, f"accounts/{action}.html", context)

    def _set_muted(self, request: HttpRequest, people: QuerySet[User], muted: bool, note: Promise) -> None:
        self._apply_to_each(request, people, lambda user, by: set_muted(user=user, muted=muted, by=by), note)

    def _apply_to_each(
        self, request: HttpRequest, people: QuerySet[User], service: Callable[[User, User], None], note: Promise
    ) -> None:
        """Each by themselves, so that one refusal spoils nothing; each in the history."""
        assert isinstance(request.user, User)
        done = 0
        for person in people:
            try:
                service(person, request.user)
            except PermissionDenied as refusal:
                self.message_user(request, f"{person.username}: {refusal}", messages.ERROR)
            else:
                self.log_change(request, person, str(note))
                done += 1
        if done:
            text = ngettext("Done for %(count)d person.", "Done for %(count)d people.", done)
            self.message_user(request, text % {"count": done})


class AdministratorsOnlyAdmin(SafeModelAdmin):
    """Addresses, groups and mail that waits lead to the accounts of others: no other permission opens them."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser and super().has_delete_permission(request, obj)


for model, kind, lookups in (
    (EmailAddress, EmailAddressAdmin, ("primary__exact", "verified__exact")),
    (Group, GroupAdmin, ()),
    (DBTaskResult, DBTaskResultAdmin, ("status__exact", "priority", "queue_name")),
):
    admin.site.unregister(model)
    admin.site.register(model, type(kind.__name__, (AdministratorsOnlyAdmin, kind), {"allowed_lookups": lookups}))


class ReadOnlyAdmin(AdministratorsOnlyAdmin):
    """What people have made out among themselves: to be read where one of them complains, and nothing to edit."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Friendship)
class FriendshipAdmin(ReadOnlyAdmin):
    list_display = ("asker", "asked", "asked_at", "since")
    list_select_related = ("asker", "asked")
    search_fields = ("asker__username", "asked__username")


@admin.register(Block)
class BlockAdmin(ReadOnlyAdmin):
    list_display = ("blocker", "blocked", "at")
    list_select_related = ("blocker", "blocked")
    search_fields = ("blocker__username", "blocked__username")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """What programs somebody has let in: to be ended where a token got lost. None can be used by what is shown here."""

    list_display = ("user", "name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    actions = ("revoke",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    @admin.action(permissions=["revoke"], description=_("Revoke"))
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        for token in tokens.select_related("user"):
            revoke_token(user=token.user, pk=token.pk)
            self.log_change(request, token, gettext("Revoked."))
        self.message_user(request, _("Revoked."))
