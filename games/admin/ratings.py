"""Ratings in the admin: to be read, and changed by games alone."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Rating, RatingChange
from games.wording.bots import bot_label
from games.wording.ratings import rating_change_figures, rating_words
from hsweb.safe_admin import SafeModelAdmin


class OnlyRead(SafeModelAdmin):
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Rating)
class RatingAdmin(OnlyRead):
    allowed_lookups = ("slug__exact",)
    list_display = ("whose", "slug", "shown", "score", "games", "changed_at")
    list_filter = ("slug",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__display_name", "=bot")
    search_help_text = _("The name of somebody, or a kind of bot.")
    ordering = ("slug", "-score", "id")

    @admin.display(description=_("whose"))
    def whose(self, rating: Rating) -> str:
        return str(rating.user or bot_label(rating.bot))

    @admin.display(description=_("rating"))
    def shown(self, rating: Rating) -> str:
        return rating_words(rating.mean, rating.deviation)


@admin.register(RatingChange)
class RatingChangeAdmin(OnlyRead):
    list_display = ("whose", "table", "change", "at")
    list_select_related = ("rating__user", "seat")
    search_fields = ("=seat__game__id", "rating__user__username", "rating__user__display_name")
    search_help_text = _("The id of a table, or the name of somebody who sat there.")
    ordering = ("-id",)

    @admin.display(description=_("whose"))
    def whose(self, change: RatingChange) -> str:
        return str(change.rating.user or bot_label(change.rating.bot))

    @admin.display(description=_("table"))
    def table(self, change: RatingChange) -> str:
        return change.seat.game_id

    @admin.display(description=_("change"))
    def change(self, change: RatingChange) -> str:
        return rating_change_figures(change)
