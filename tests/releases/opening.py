"""Whether this code can work with the database of an earlier release: `python -m tests.releases.run opening 0.2.0`.

`DATABASE_URL` names a copy of it, which is changed. It is the moment at which the database was made.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import time_machine
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from games.bots import processes
from games.models import Alert, Deal, Game, Seat, Upload
from games.queries.game_file import read_document, read_file
from games.queries.positions import position_of
from games.rules import GAMES, find_rules
from games.services.notify import courier
from games.services.notify.composition import compose_parcels
from games.services.turn import clock, play
from hsweb import worker
from tests.releases import PASSWORD, about

KEPT = (Game.Status.WAITING, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FINISHED)
PAGES = (
    "/",
    "/my-games/",
    "/friends/",
    "/deals/",
    "/leaderboard/high-society/",
    "/accounts/settings/",
    "/accounts/data/",
)
ADMIN_PAGES = ("/admin/", "/admin/games/game/", "/admin/accounts/user/", "/admin/django_tasks_database/dbtaskresult/")


def everything_is_there(release: str) -> None:
    """Every row of then, and a game of each kind in each state."""
    by_table = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    found = {table: by_table[table]._default_manager.count() for table in about(release)["rows"]}
    assert found == about(release)["rows"], found
    assert all(found.values()), found
    for rules in GAMES:
        for status in KEPT if rules.slug in slugs_of(release) else ():
            assert Game.objects.filter(slug=rules.slug, status=status).exists(), (rules.slug, status)


def slugs_of(release: str) -> list[str]:
    """Games that did not exist then are not in it."""
    slugs: list[str] = about(release)["games"]
    return slugs


def games_agree_with_their_history() -> None:
    call_command("verify")


def seals_hold() -> None:
    for game in Game.objects.exclude(setup=None):
        assert game.hash_of_setup() == game.commitment, game


def people_come_in_again() -> None:
    """By the session that their browser has, and by their password."""
    browser = Client(headers={"host": "localhost"})
    answer = browser.post("/accounts/login/", {"login": "ana@example.org", "password": PASSWORD})
    assert answer.status_code == 302, answer.content
    assert {user.username for user, _browser in browsers()} >= {"ana", "ben", "cleo", "dev", "admin"}
    assert any(user.is_guest for user, _browser in browsers())


def browsers() -> Iterator[tuple[User, Client]]:
    """Those that were in then, with whoever is in by them."""
    for session in Session.objects.order_by("pk"):
        user = User.objects.filter(pk=session.get_decoded().get("_auth_user_id", 0), is_active=True).first()
        if user is not None:
            browser = Client(headers={"host": "localhost"})
            browser.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
            yield user, browser


def pages_answer() -> None:
    """All pages of somebody who plays in every game, their tables included; and those of the administrator."""
    everybody = {user.username: browser for user, browser in browsers()}
    for address in (*PAGES, *tables_of("ana"), *deals_of("ana"), "/players/ben/", "/players/ana/games/"):
        look_at(everybody["ana"], address)
    for upload in Upload.objects.filter(owner__username="cleo"):
        look_at(everybody["cleo"], f"/my-games/uploads/{upload.pk}/")
    for address in ADMIN_PAGES:
        look_at(everybody["admin"], address)


def tables_of(username: str) -> Iterator[str]:
    """One table of each kind in each state."""
    seen = set()
    for game in Game.objects.filter(seats__user__username=username).order_by("created_at"):
        if (game.slug, game.status) not in seen:
            seen.add((game.slug, game.status))
            yield f"/tables/{game.pk}/"
            if game.status == Game.Status.FINISHED:
                yield f"/tables/{game.pk}/replay/"
                yield f"/tables/{game.pk}/replay/3/"


def deals_of(username: str) -> list[str]:
    return [f"/deals/{deal.code}/" for deal in Deal.objects.filter(owner__username=username)]


def look_at(browser: Client, address: str) -> bytes:
    answer = browser.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return bytes(answer.content)


def finished_games_are_taken_along() -> None:
    """What is downloaded is read again, and so is what was brought along then."""
    everybody = {user.username: browser for user, browser in browsers()}
    over = Game.objects.filter(status=Game.Status.FINISHED, deal=None, seats__user__username="ana").distinct()
    assert over.count() >= len(GAMES)
    for game in over:
        recorded = read_file(look_at(everybody["ana"], f"/tables/{game.pk}/download/"))
        assert recorded.document["setup"] == game.setup
        assert len(recorded.document["actions"]) == game.action_count
    for upload in Upload.objects.all():
        assert read_document(upload.document).document == upload.document


def somebody_moves_in_each_game() -> None:
    for rules in GAMES:
        assert [move_in(game) for game in awaiting_people(rules.slug)], rules.slug


def awaiting_people(slug: str) -> list[Game]:
    running = Game.objects.filter(slug=slug, status=Game.Status.RUNNING)
    return [game for game in running if not acting(game).bot_playing]


def acting(game: Game) -> Seat:
    assert game.turn is not None
    return game.seats.get(number=game.turn)


def move_in(game: Game) -> Game:
    rules, seat = find_rules(game.slug), acting(game)
    assert seat.user is not None
    action = rules.action_to_json(rules.timeout_action(position_of(game).state, seat.number))
    done = play.act(user=seat.user, game_id=game.pk, version=game.version, key="after the update", action=action)
    assert done.action_count > game.action_count
    return done


def clock_takes_what_is_due() -> None:
    """Bots move, orders are followed, time runs out. Nothing is at fault."""
    faults, asked = errored(), 0
    for game_id in clock.claim_due():
        thought = clock.run_due(game_id)
        if thought is not None:
            asked += 1
            question = (thought.slug, thought.version, thought.bot, thought.state, thought.seat, 0.01)
            assert play.act_for_bot(
                game_id=game_id, number=thought.number, seat=thought.seat, action=processes.think(*question)
            )
    assert asked
    assert errored() == faults


def errored() -> int:
    return Game.objects.filter(status=Game.Status.ERRORED).count()


def alerts_are_composed() -> None:
    assert Alert.objects.filter(due_at__isnull=False).exists()
    bundles = [bundle for shaky in (False, True) for bundle in courier.claim_due(50, shaky=shaky)]
    parcels = [parcel for bundle in bundles for parcel in compose_parcels(bundle.alerts)]
    ways = {target.partition(":")[0] for parcel in parcels for target in parcel.targets}
    assert ways == {"chat", "mail", "push"}, ways
    told = {parcel.letter.kind for parcel in parcels}
    assert told >= {"connected", "ended", "invitation", "mention", "started", "turn"}, told
    assert any(bundle.browsers for bundle in bundles)


def tasks_are_done() -> None:
    """Each task is found by the path under which it was stored."""
    waiting = DBTaskResult.objects.filter(status="READY").count()
    for lane, _threads in worker.LANES:
        while worker.do_next(lane):
            pass
    states = dict.fromkeys(DBTaskResult.objects.values_list("status", flat=True))
    assert waiting
    assert states.keys() == {"SUCCESSFUL"}, states
    assert mail.outbox


def main(release: str) -> None:
    call_command("migrate", verbosity=0)
    with time_machine.travel(datetime.fromisoformat(about(release)["made_at"])):
        everything_is_there(release)
        checks: list[Any] = [games_agree_with_their_history, seals_hold, people_come_in_again, pages_answer]
        checks += [finished_games_are_taken_along, alerts_are_composed, clock_takes_what_is_due]
        checks += [somebody_moves_in_each_game, tasks_are_done, games_agree_with_their_history]
        for check in checks:
            check()
            print(check.__name__.replace("_", " "), flush=True)
