"""What happens in a database before it is kept: some days on a small site, the same ones each time.

Everything goes through forms and services, as on a real site. Clock and chance are fixed.
"""

import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import time_machine
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils.module_loading import import_string

from accounts.email_addresses import confirm_address, confirmation_link
from accounts.models import User
from accounts.notifications.browsers import remember_browser, request_greeting
from accounts.notifications.kinds import set_ways
from accounts.people import friends
from accounts.rest.planning import plan_vacation, set_rest
from accounts.services.accounts import ban, delete_account, set_muted, update_preferences
from accounts.signup.first_admin import create_first_admin
from games.faults import Fault
from games.models import Game, Webhook
from games.queries.positions import position_of
from games.rules import GAMES, find_rules
from games.services.care import containment, interventions
from games.services.notify import courier
from games.services.results import uploads
from games.services.table import chat, chat_webhook, deals, rooms, seats, spectators
from games.services.turn import clock, play, standing_orders
from hsweb import worker
from tests.frozen.keep import listed
from tests.releases import PASSWORD

BEGINNING = datetime(2026, 11, 2, 12, tzinfo=UTC)
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Former", "Mallory")
A_DAY, FOUR_HOURS = 86_400, 4 * 3600
HOOK, ENDPOINT = "http://127.0.0.1:9/hook/", "http://127.0.0.1:9/push/"
BROWSER = {
    "p256dh": "BF42DriwoHfzlILA_-12za7YEttkqcCiLaDZlTYFhYARafblbwnlNmCVhC-NvsMSY1SqQomEtw02Mju_JEeJsxc",
    "auth": "YSBicm93c2VyJ3MgYXV0aA",
}
ORDERS: dict[str, dict[str, Any]] = {
    "high-society": {"kind": "raise", "scope": "auction", "limit": 9000, "then": "ask"},
    "high-society-paris": {"kind": "pass_at", "scope": "lasting", "card_kind": "title", "limit": 12000},
    "high-society-simplified": {"kind": "raise", "scope": "auction", "limit": 9, "then": "pass"},
    "cartes-societe": {"then": "ask", "evolve": True},
}
SMALLEST = 3


class Site:
    """The people of a site with their browsers, and its clock."""

    def __init__(self, traveller: Any) -> None:
        self.traveller = traveller
        self.clients: dict[str, Client] = {}
        self.keys = iter(range(10**6))

    def __getitem__(self, name: str) -> User:
        return User.objects.get(username=name.lower())

    def later(self, **time: float) -> None:
        self.traveller.shift(timedelta(**time))

    def browser(self, name: str) -> Client:
        return self.clients.setdefault(name, Client(headers={"host": "localhost"}))

    def post(self, name: str, address: str, **form: Any) -> str:
        """Where a form leads that somebody has sent."""
        answer = self.browser(name).post(address, form)
        assert answer.status_code == 302, (address, answer.status_code, answer.content.decode()[:2000])
        return str(answer.headers["Location"])

    def move(self, game: Game, *, least: bool = False) -> Game:
        """Whoever is to act does something, be it a bot."""
        now = fresh(game)
        rules, state = find_rules(now.slug), position_of(now).state
        assert now.turn is not None
        seat, legal = now.seats.get(number=now.turn), rules.legal_actions(state, now.turn)
        chance = Random(f"{now.slug} {now.action_count}")
        action = legal[0 if least else chance.choice((0, 0, min(3, len(legal) - 1), min(9, len(legal) - 1)))]
        if seat.bot_playing:
            play.act_for_bot(game_id=now.id, number=now.action_count, seat=now.turn, action=action)
        else:
            assert seat.user is not None
            version, key = now.version, f"key-{next(self.keys)}"
            done = rules.action_to_json(action)
            play.act(user=seat.user, game_id=now.id, version=version, key=key, action=done)
        self.later(seconds=20)
        return fresh(now)

    def moves(self, game: Game, count: int) -> Game:
        for _number in range(count):
            game = self.move(game)
        return game

    def finish(self, game: Game) -> Game:
        while (game := fresh(game)).status == Game.Status.RUNNING:
            self.move(game, least=game.action_count > 40)
        return game

    def open(self, slug: str, host: str, *others: str, bots: tuple[str, ...] = (), **wishes: Any) -> Game:
        """A table that waits, with everybody there."""
        self.later(minutes=1)
        size = max(SMALLEST, wishes.pop("size", 1 + len(others) + len(bots)))
        game = rooms.open_table(host=self[host], chosen=rooms.TableSettings(slug, size, bots=bots, **wishes))
        for other in others:
            rooms.join(user=self[other], game_id=game.id, invitation=game.invitation)
        return fresh(game)

    def start(self, slug: str, host: str, *others: str, **wishes: Any) -> Game:
        game = self.open(slug, host, *others, **wishes)
        rooms.start(user=self[host], game_id=game.id)
        return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def people_come(site: Site) -> None:
    """Accounts with addresses, guests, an administrator, friends, and what they prefer."""
    for name in NAMES:
        form = {"username": name.lower(), "display_name": name, "password1": PASSWORD, "password2": PASSWORD}
        site.post(name, "/accounts/signup/", email=f"{name.lower()}@example.org", **form)
        site.later(minutes=1)
    for name in ("Ana", "Ben"):
        confirm_address(key=confirmation_link(site[name], f"{name.lower()}@example.org").rstrip("/").rpartition("/")[2])
    password = create_first_admin()
    site.post("admin", "/accounts/login/", login="admin", password=password)
    site.post("guest", "/accounts/guest/")
    site.post("ghost", "/play-now/", game="high-society-simplified")
    update_preferences(user=site["Ben"], language="fr", time_zone="Europe/Paris", theme="dark")
    set_rest(user=site["Ben"], quiet_from=time(22), quiet_until=time(7), weekends=True)
    plan_vacation(user=site["Cleo"], first_day=date(2026, 12, 20), last_day=date(2027, 1, 2))
    set_ways(user=site["Cleo"], kind="turn", ways=("page", "push"))
    for name in ("Ana", "Ben"):
        add_browser(site[name], name.lower())
    friends.ask(user=site["Ana"], person=site["Ben"])
    friends.agree(user=site["Ben"], person=site["Ana"])
    friends.ask(user=site["Cleo"], person=site["Ana"])
    friends.block(user=site["Ben"], person=site["Eve"])
    set_muted(user=site["Eve"], muted=True, by=site["admin"])


def add_browser(user: User, path: str) -> None:
    """Nobody answers there."""
    remember_browser(user=user, endpoint=ENDPOINT + path, browser="Firefox/130 (Linux)", **BROWSER)


def tables_of(site: Site, slug: str) -> None:
    """One of every kind, but for what happens rarely."""
    admin, ana, closed = site["admin"], site["Ana"], dict.fromkeys(find_rules(slug).option_names, False)
    finished = site.finish(site.start(slug, "Ana", "Ben", "Former", turn_seconds=A_DAY))
    uploads.keep_upload(user=site["Cleo"], content=downloaded(site, finished))
    rooms.rematch(user=ana, game_id=finished.id)
    site.finish(site.start(slug, "Cleo", "Dev", bots=("bold",), options=closed, public=True))
    by_post = site.start(slug, "Ana", "Ben", "Cleo", turn_seconds=A_DAY, bank_seconds=3 * A_DAY, public=True)
    correspond(site, site.moves(by_post, 4))
    live = site.start(slug, "Ana", "Ben", bots=("balanced", "cautious"), turn_seconds=60, options=closed)
    let_bot_be_next(site, site.moves(live, 2))
    site.moves(site.start(slug, "Dev", "Ana", bots=("random",)), 3)
    paused = site.moves(site.start(slug, "Ben", "Cleo", "Dev", turn_seconds=FOUR_HOURS), 3)
    interventions.pause(by=admin, game_id=paused.id, reason="Somebody asked for it.")
    waiting = site.open(slug, "Ana", "Dev", bots=("balanced",), size=5, public=True)
    rooms.invite(user=ana, game_id=waiting.id, username="ben")


def correspond(site: Site, game: Game) -> None:
    """People talk, mute each other, look on, and leave orders."""
    chat.say(user=site["Ana"], game_id=game.id, text="@Ben, it is your turn soon. Ça va ?", key="hello")
    site.later(seconds=30)
    chat.say(user=site["Cleo"], game_id=game.id, text="Good luck!", key="luck")
    chat.mute(listener=site["Cleo"], game_id=game.id, seat_number=game.seats.get(user=site["Ben"]).number, muted=True)
    spectators.note_spectators(places=[(game.id, f"user {site['Dev'].pk}"), (game.id, "page of a stranger")])
    chat_webhook.connect(
        user=site["Ana"], game_id=game.id, url=HOOK + game.slug, style="discord", kinds=["turn", "ended"]
    )
    site.later(hours=1)
    before = stage = stage_of(game)
    while stage == before:
        # Where a stage has just begun, whoever comes second has not acted in it.
        game = site.move(game, least=True)
        stage = stage_of(game)
    assert game.turn is not None
    waits = game.seats.get(number=(game.turn + 1) % game.size)
    assert waits.user is not None
    standing_orders.give(user=waits.user, game_id=game.id, stage=stage, **ORDERS[game.slug])


def stage_of(game: Game) -> int:
    return find_rules(game.slug).stage(position_of(game).state)


def let_bot_be_next(site: Site, game: Game) -> None:
    while game.turn is None or not game.seats.get(number=game.turn).bot_playing:
        game = site.move(game)


def downloaded(site: Site, game: Game) -> bytes:
    return bytes(site.browser("Ana").get(f"/tables/{game.id}/download/").content)


def rare_things(site: Site) -> None:
    """Votes, deals, seats that change hands, and tables that end before their time."""
    admin, (first, *_others, last) = site["admin"], (game.slug for game in GAMES)
    vote = site.start(first, "Ana", "Ben", "Cleo", "Dev", turn_seconds=FOUR_HOURS, on_timeout="vote")
    site.later(hours=5)
    assert vote.turn is not None
    voter = vote.seats.exclude(number=vote.turn).exclude(user=site["Ben"]).order_by("number")[0]
    assert voter.user is not None
    seats.vote_to_replace(user=voter.user, game_id=vote.id, seat_number=vote.turn)
    for slug in (first, last):
        deal = deals.create(owner=site["Ana"], slug=slug, tables=2)
        site.finish(site.start(slug, "Ana", bots=("balanced", "bold"), deal=deal.code))
        site.moves(site.start(slug, "Ben", bots=("balanced", "bold"), deal=deal.code), 2)
    taken = Game.objects.filter(status=Game.Status.FINISHED, deal=None, seats__user=site["Ana"]).order_by("created_at")[
        0
    ]
    deals.take(user=site["Ana"], game_id=taken.id)
    left = site.moves(site.start(last, "Former", "Ana", "Mallory", turn_seconds=A_DAY), 3)
    seats.leave(user=site["Ana"], game_id=left.id)
    seats.come_back(user=site["Ana"], game_id=left.id)
    handed = site.start(first, "Ana", "Ben", "Former", turn_seconds=A_DAY)
    place = handed.seats.get(user=site["Former"]).number
    interventions.hand_over(by=admin, game_id=handed.id, seat=place, to=site["Dev"], reason="They asked for it.")
    interventions.abort(by=admin, game_id=site.start(first, "Dev", "Eve", "Ben").id, reason="By mistake.")
    rooms.close(user=site["Dev"], game_id=site.open(last, "Dev").id)
    broken = site.moves(site.start(first, "Ana", bots=("balanced", "bold")), 2)
    containment.stop_game(game_id=broken.id, fault=Fault("a fault that was made for this database"))
    delete_account(user=site["Former"])
    ban(user=site["Mallory"], by=admin)


def news_spread(site: Site) -> None:
    """What was due is told, some of it in vain; then there is more, which waits to be told."""
    sweep()
    for shaky in (False, True):
        for bundle in courier.claim_due(20, shaky=shaky):
            courier.deliver_bundle(bundle)
    assert worker.do_next(worker.MAIL)
    site.later(hours=30)
    sweep()
    running = Game.objects.filter(status=Game.Status.RUNNING, turn_seconds=A_DAY).order_by("created_at", "pk")
    for game in running:
        site.move(game, least=True)
    site.later(hours=2)
    sweep()
    add_browser(site["Ana"], "ana/again")
    request_greeting(user=site["Ana"])
    put_off(site)
    site.later(minutes=1)


def sweep() -> None:
    """One round of the clock, without bots' thoughts."""
    for game_id in clock.claim_due():
        clock.run_due(game_id)


def put_off(site: Site) -> None:
    """A task of every kind waits, those that only old releases have put off included."""
    ana, hook = site["Ana"].pk, Webhook.objects.order_by("pk")[0].pk
    known = {
        "address": "ana@example.org",
        "body": "A body.",
        "kind": "turn",
        "language": "fr",
        "recipients": ["ana@example.org"],
        "sender": "site@example.org",
        "subject": "A subject",
        "text": "A text.",
        "user_id": ana,
        "webhook_id": hook,
        "welcome": True,
    }
    for path, task in sorted(listed()["tasks"].items()):
        import_string(path).enqueue(**{name: known[name] for name in task["parameters"]})


@contextmanager
def fixed_chance() -> Iterator[None]:
    """Whatever asks the system for chance gets the same one each time."""
    chance = Random("a database to be kept")
    random.seed("a database to be kept")
    with patch.object(os, "urandom", chance.randbytes), patch.object(random, "_urandom", chance.randbytes):
        yield


def rows() -> dict[str, int]:
    """How many rows there are in the tables of this site, and in those with sessions and tasks."""
    ours = [*apps.get_app_config("accounts").get_models(), *apps.get_app_config("games").get_models()]
    others = [apps.get_model("sessions.Session"), apps.get_model("django_tasks_database.DBTaskResult")]
    return {model._meta.db_table: model._default_manager.count() for model in (*ours, *others)}


def main() -> None:
    with fixed_chance(), time_machine.travel(BEGINNING, tick=False) as traveller:
        call_command("migrate", verbosity=0)
        site = Site(traveller)
        people_come(site)
        for game in GAMES:
            tables_of(site, game.slug)
        rare_things(site)
        news_spread(site)
        games = [game.slug for game in GAMES]
        json.dump({"made_at": datetime.now(UTC).isoformat(), "games": games, "rows": rows()}, sys.stdout)
