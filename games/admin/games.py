"""Games in the admin: a list, a page for each, and what can be done about them."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Case, F, IntegerField, Prefetch, QuerySet, Value, When
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin.filters import GameFilter, WaitFilter
from games.admin.intervening import INTERVENTIONS, Intervention, ReasonForm
from games.models import Game, Seat
from games.pages.story import story_of
from games.queries import integrity
from games.queries.access import may_see
from games.queries.chat import chat_of
from games.queries.scenes import former_players
from games.queries.seats import SEATS, WITH_SEATS, table_seats
from games.queries.table import Table
from games.services.care import containment
from games.services.refusals import Refused
from games.tableau.log import NOTICE
from games.templatetags.game_admin import intervene_url
from games.wording.games import game_called
from games.wording.table_notices import notice_sentence
from games.wording.tables import table_phrases, waited_for_words
from hsweb.safe_admin import SafeModelAdmin

MOST_AT_ONCE = 100
"""Games that one action is for: more take longer than a browser waits."""


AdminAction = Callable[["GameAdmin", HttpRequest, QuerySet[Game]], HttpResponse | None]
"""What Django calls when somebody has chosen games in the list, and what to do with them."""


class TimelineRow(TypedDict):
    """One action, and who made it when; `text` is what is known of it."""

    number: int
    at: datetime
    seat: str
    by: str
    text: str


@admin.register(Game)
class GameAdmin(SafeModelAdmin):
    key = re.compile(r"[a-z0-9]{1,10}")
    # Whoever could ask for a deck in the address would guess it card by card.
    allowed_lookups = ("status__exact", "public__exact", WaitFilter.parameter_name, GameFilter.parameter_name)
    list_display = ("id", "played", "state", "players", "waits_for", "action_count", "created_at")
    list_filter = ("status", WaitFilter, GameFilter, "public")
    search_fields = (
        "=id",
        *(f"{whom}__{name}" for whom in ("host", "seats__user") for name in ("username", "display_name")),
    )
    search_help_text = _("The id of a table, or the name of somebody who sits there.")
    list_per_page = 50
    list_select_related = False
    show_full_result_count = False
    actions = ("check_integrity",)

    class Media:
        css = {"all": ("games/admin.css",)}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        """What was played stays."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Secrets do not even leave the database."""
        seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
        games = super().get_queryset(request).defer("setup", "salt", "invitation", "fault")
        return games.prefetch_related(seats)

    def get_ordering(self, request: HttpRequest) -> Any:
        """Those that need somebody first."""
        urgent = Case(When(status=Game.Status.ERRORED, then=Value(0)), default=Value(1), output_field=IntegerField())
        return (urgent.asc(), "-created_at")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Beside what Django finds, every intervention."""
        actions: dict[str, Any] = super().get_actions(request)
        if self.has_change_permission(request):
            actions |= {name: (action_for(it), name, it.label) for name, it in INTERVENTIONS.items()}
        return actions

    @admin.display(description=_("game"), ordering="slug")
    def played(self, game: Game) -> str:
        return game_called(game.slug)

    @admin.display(description=_("status"), ordering="status")
    def state(self, game: Game) -> str:
        return format_html('<span class="game-{}">{}</span>', game.status, game.get_status_display())

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return ", ".join(seat.shown_name for seat in game.seats.all())

    @admin.display(description=_("waits for"), ordering=F("turn_began_at").asc(nulls_last=True))
    def waits_for(self, game: Game) -> str:
        """For whom, and how long."""
        since = waits_since(game)
        if since is None:
            return str(self.get_empty_value_display())
        facts = {"whom": waited_for_words(game, list(game.seats.all())), "time": timesince(since)}
        return gettext("%(whom)s, for %(time)s") % facts

    @admin.action(permissions=["view"], description=_("Check integrity: replay and compare with the columns"))
    def check_integrity(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        chosen = list(games.values_list("pk", flat=True)[: MOST_AT_ONCE + 1])
        if len(chosen) > MOST_AT_ONCE:
            self.message_user(request, too_many(), messages.ERROR)
            return
        sound = 0
        for game in Game.objects.filter(pk__in=chosen):
            problems = integrity.discrepancies(game)
            sound += not problems
            for problem in problems:
                self.message_user(
                    request,
                    gettext("Game %(game)s: %(problem)s") % {"game": game.id, "problem": problem},
                    messages.ERROR,
                )
        if sound:
            text = ngettext(
                "%(count)d game agrees with its history.", "%(count)d games agree with their history.", sound
            )
            self.message_user(request, text % {"count": sound}, messages.SUCCESS)

    def get_urls(self) -> list[URLPattern]:
        intervene = self.admin_site.admin_view(self.intervene)
        return [path("intervene/<slug:what>/", intervene, name="games_game_intervene"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """A game's own page. There is nothing to edit: all changes are interventions."""
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        game_id = unquote(object_id)
        games = Game.objects.select_related("host", "rematch")
        game = games.filter(pk=game_id).first() if self.key.fullmatch(game_id) else None
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        if game is None:
            raise Http404
        context = {
            **self.admin_site.each_context(request),
            **page_of(game),
            "title": f"{game_called(game.slug)} {game.id}",
            "opts": self.opts,
            "media": self.media,
            "interventions": INTERVENTIONS.values() if self.has_change_permission(request, game) else (),
            "open_to_viewer": may_see(game, admin_behind(request)),
        }
        return TemplateResponse(request, "admin/games/game/page.html", context)

    def intervene(self, request: HttpRequest, what: str) -> HttpResponse:
        """Ask, and then do it. Looking at the question changes nothing."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        intervention, games = INTERVENTIONS.get(what), chosen_games(request)
        if intervention is None or not games or (intervention.one_at_a_time and len(games) > 1):
            raise Http404
        form = intervention.form(games, request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            return self._do(request, intervention, games, form)
        context = {
            **self.admin_site.each_context(request),
            "title": intervention.label,
            "opts": self.opts,
            "media": self.media,
            "intervention": intervention,
            "games": [(game, game_called(game.slug), table_seats(game.seats.all())) for game in games],
            "form": form,
        }
        return TemplateResponse(request, "admin/games/game/intervene.html", context, status=422 if form.errors else 200)

    def _do(
        self, request: HttpRequest, intervention: Intervention, games: Sequence[Game], form: ReasonForm
    ) -> HttpResponse:
        """In each game by itself, so that one refusal spoils nothing."""
        for game in games:
            try:
                intervention.service(by=admin_behind(request), game_id=game.id, **form.cleaned_data)
            except Refused as problem:
                self.message_user(
                    request,
                    gettext("Game %(game)s: %(problem)s") % {"game": game.id, "problem": problem},
                    messages.ERROR,
                )
            else:
                reason = form.cleaned_data["reason"]
                self.log_change(request, game, f"{intervention.slug}: {reason}" if reason else intervention.slug)
                self.message_user(request, gettext("Game %(game)s: done.") % {"game": game.id}, messages.SUCCESS)
        if len(games) == 1:
            return redirect("admin:games_game_change", games[0].pk)
        return redirect("admin:games_game_changelist")


def action_for(intervention: Intervention) -> AdminAction:
    """The action of the list that leads to the question whether to do this to the chosen games."""

    def choose(model_admin: "GameAdmin", request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        chosen = list(games.values_list("pk", flat=True)[: MOST_AT_ONCE + 1])
        if len(chosen) > MOST_AT_ONCE:
            model_admin.message_user(request, too_many(), messages.ERROR)
        elif intervention.one_at_a_time and len(chosen) > 1:
            model_admin.message_user(request, gettext("Choose one game at a time."), messages.ERROR)
        else:
            return redirect(intervene_url(intervention.slug, *chosen))
        return None

    return choose


def admin_behind(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def chosen_games(request: HttpRequest) -> list[Game]:
    ids = [part for part in request.GET.get("games", "").split(",") if part.isascii() and part.isalnum()]
    games = Game.objects.filter(pk__in=ids[:MOST_AT_ONCE]).select_related("deal").prefetch_related(WITH_SEATS)
    return list(games.order_by("created_at"))


def too_many() -> str:
    return gettext("Choose at most %(most)d games; for all of them there is manage.py verify.") % {"most": MOST_AT_ONCE}


def waits_since(game: Game) -> datetime | None:
    """Since when nothing has happened in a game that has not ended."""
    if game.status == Game.Status.WAITING:
        return game.created_at
    return (game.stopped_at or game.turn_began_at) if game.going_on else None


def page_of(game: Game) -> dict[str, object]:
    """All about a game that its admins may know: no more than whoever watches it, and who did what when."""
    table, since = containment.find_table_or_stop(game.id), waits_since(game)
    assert table is not None
    rows = {row.number: row for row in SEATS.filter(game=game)}
    story: dict[int, list[str]] = {}
    # Admins play, too, perhaps the same deck at another table.
    for line in reversed(containment.draw_or_stop(table, story_of) if not game.in_sealed_deal else ()):
        if line.kind != NOTICE:
            story.setdefault(line.number, []).append(line.text)
    return {
        "game": game,
        "seats": [(seat, rows[seat.number]) for seat in table.seats if seat.number in rows],
        "kept": [seat.name for seat in table.kept],
        "waits_for": waited_for_words(game, list(rows.values())),
        "waits": timesince(since) if since else "",
        "options": table_phrases(table, table.seats),
        "opening": " ".join(story.get(0, ())),
        "timeline": timeline_of(game, table, story),
        "notices": [(notice, notice_sentence(notice, table.seats)) for notice in game.notices.order_by("-id")],
        "chat": chat_of(table.id, table.seats, None),
    }


def timeline_of(game: Game, table: Table, story: Mapping[int, Sequence[str]]) -> list[TimelineRow]:
    """Every action, the latest first. What it was is told as far as the story is known."""
    names = {seat.number: seat.shown_name for seat in table.seats}
    former = list(former_players(table.notices))

    def name_of(seat: int, number: int) -> str:
        before = next((one.name for one in former if one.seat == seat and number <= one.until), None)
        return before or names.get(seat, str(seat))

    return [
        {
            "number": action.number,
            "at": action.at,
            "seat": name_of(action.seat, action.number),
            "by": action.get_made_by_display(),
            "text": " ".join(story.get(action.number, ())),
        }
        for action in game.actions.order_by("-number")
    ]
