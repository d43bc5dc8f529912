"""How the list of games is narrowed down."""

from datetime import timedelta

from django.contrib import admin
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.rules import GAMES
from games.wording.games import game_called

WAITING = (Game.Status.WAITING, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.ERRORED)


class GameFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(rules.slug, game_called(rules.slug)) for rules in GAMES]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        return games.filter(slug=self.value()) if self.value() else games


class WaitFilter(admin.SimpleListFilter):
    """Games in which nothing has happened for a while."""

    title = _("waits for somebody")
    parameter_name = "waits"
    spans = {
        "minutes": timedelta(minutes=10),
        "hour": timedelta(hours=1),
        "day": timedelta(days=1),
        "week": timedelta(weeks=1),
    }

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [
            ("minutes", gettext("More than ten minutes")),
            ("hour", gettext("More than an hour")),
            ("day", gettext("More than a day")),
            ("week", gettext("More than a week")),
        ]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        span = self.spans.get(self.value() or "")
        if span is None:
            return games
        since = Coalesce("stopped_at", "turn_began_at", "created_at")
        return games.filter(status__in=WAITING).alias(since=since).filter(since__lt=timezone.now() - span)
